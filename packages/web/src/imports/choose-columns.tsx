import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { CountrySelect } from '../kit/country-select.tsx';
import { CHOICES_WITHOUT_SEARCH } from '../kit/options-filter.ts';
import { common } from '../kit/wordings.ts';
import classes from './imports.module.css';
import { type Choice, type ColumnTarget, type FileColumn, withAllAsTags, withTarget } from './mapping.ts';
import type { Preparation } from './use-preparation.ts';
import { wordings } from './wordings.ts';

const words = wordings.columns;

type ChooseColumnsProps = { preparation: Preparation; onBack: () => void };

/** Says what each column of the file becomes. */
export function ChooseColumns({ preparation, onBack }: ChooseColumnsProps) {
  const { upload, choices, setChoices, faults, tags, tryOut, isTrying } = preparation;
  if (!upload) return null;
  const canGoOn = faults.columns.size === 0 && faults.whole === '';
  const hasIgnored = choices.some(({ target }) => target === '');
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Text>
          <strong>{upload.fileName}</strong>{' '}
          <span className="tabular">· {wordings.chooseColumns.rows(upload.rows)}</span>
        </Text>
        {hasIgnored && (
          <Button variant="subtle" ml="auto" onClick={() => setChoices(withAllAsTags(choices, tags))}>
            {words.keepAll}
          </Button>
        )}
      </Group>
      <ul className={`card ${classes.columns}`}>
        {upload.columns.map((column) => (
          <Column
            key={column.index}
            column={column}
            choice={choices.find(({ index }) => index === column.index)}
            fault={faults.columns.get(column.index)}
            preparation={preparation}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <Text c="var(--mantine-color-error)" role="status">
          {faults.whole}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={onBack}>
            {common.back}
          </Button>
          <Button onClick={tryOut} disabled={!canGoOn} loading={isTrying}>
            {words.check}
          </Button>
        </Group>
      </div>
    </>
  );
}

type ColumnProps = {
  column: FileColumn;
  choice: Choice | undefined;
  fault: string | undefined;
  preparation: Preparation;
};

const WIDE = { width: 280, position: 'bottom-start' as const };

function Column({ column, choice, fault, preparation }: ColumnProps) {
  const { index, name } = column;
  const { choices, setChoices, country, setCountry, tags } = preparation;
  const target = choice?.target ?? '';
  const options = [
    { value: '', label: words.targets.ignore },
    { value: 'phone', label: words.targets.phone },
    { value: 'optout', label: words.targets.optOut },
    { value: 'new', label: words.targets.newTag },
    ...(tags.length > 0
      ? [
          {
            group: words.targets.tags,
            items: tags.map((tag) => ({ value: `tag:${tag.id}`, label: tag.name })),
          },
        ]
      : []),
  ];
  return (
    <li className={classes.column} data-ignored={target === '' || undefined}>
      <div className={classes.columnName}>
        <div className={`clamp-1 ${classes.strong}`} title={name}>
          {name}
        </div>
        <Samples samples={column.samples} />
      </div>
      <IconArrowRight size={16} className={classes.arrow} aria-hidden />
      <div className={classes.columnTarget}>
        <Select
          className={target === 'new' ? undefined : classes.wide}
          aria-label={words.becomes(name)}
          data={options}
          value={target}
          onChange={(value) => setChoices(withTarget(choices, index, (value ?? '') as ColumnTarget))}
          allowDeselect={false}
          // Beside the name of a new tag its field is narrow; a list of tags has the room to name them.
          {...(target === 'new' && { comboboxProps: WIDE })}
          searchable={tags.length > CHOICES_WITHOUT_SEARCH}
          error={target === 'new' ? undefined : fault}
          description={target === 'optout' ? words.optOutHint : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        {target === 'new' && (
          <TextInput
            aria-label={words.tagName(name)}
            value={choice?.newName ?? ''}
            onChange={({ currentTarget: { value } }) => setChoices(renamed(choices, index, value))}
            maxLength={TEXT_LIMITS.tagName}
            error={fault}
          />
        )}
        {target === 'phone' && (
          <div className={classes.wide}>
            <CountrySelect label={words.country} value={country} onChange={setCountry} />
          </div>
        )}
      </div>
    </li>
  );
}

const renamed = (choices: Choice[], index: number, newName: string) =>
  choices.map((choice) => (choice.index === index ? { ...choice, newName } : choice));

function Samples({ samples }: { samples: string[] }) {
  if (samples.length === 0) return <Text c="dimmed">{words.noSamples}</Text>;
  return (
    <ul className={classes.samples} aria-label={words.samples}>
      {samples.map((sample) => (
        <li key={sample} title={sample}>
          {sample}
        </li>
      ))}
    </ul>
  );
}
