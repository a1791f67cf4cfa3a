import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconArrowRight } from '@tabler/icons-react';
import { formatNumber } from '../kit/numbers.tsx';
import classes from './imports.module.css';
import { type Choice, type FileColumn, type Target, withAllAsTags, withTarget } from './mapping.ts';
import type { Preparation } from './use-preparation.ts';

/** Says what each column of the file becomes. */
export function ChooseColumns({ preparation }: { preparation: Preparation }) {
  const { upload, choices, setChoices, faults, tags, tryOut, isTrying, reset } = preparation;
  if (!upload) return null;
  const canGoOn = faults.columns.size === 0 && faults.whole === '';
  const hasIgnored = choices.some(({ target }) => target === '');
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Text>
          <strong>{upload.fileName}</strong>{' '}
          <span className="tabular">
            · {formatNumber(upload.rows)} {upload.rows === 1 ? 'row' : 'rows'}
          </span>
        </Text>
        {hasIgnored && (
          <Button variant="subtle" onClick={() => setChoices(withAllAsTags(choices, tags))}>
            Keep all columns as tags
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
            tags={tags}
            onTarget={(target) => setChoices(withTarget(choices, column.index, target))}
            onName={(newName) =>
              setChoices(
                choices.map((choice) => (choice.index === column.index ? { ...choice, newName } : choice)),
              )
            }
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <Text c="var(--mantine-color-error)" role="status">
          {faults.whole}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Button variant="default" onClick={reset}>
            Another file
          </Button>
          <Button onClick={tryOut} disabled={!canGoOn} loading={isTrying}>
            Check
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
  tags: { id: number; name: string }[];
  onTarget: (target: Target) => void;
  onName: (name: string) => void;
};

function Column({ column: { name, sample }, choice, fault, tags, onTarget, onName }: ColumnProps) {
  const target = choice?.target ?? '';
  const options = [
    { value: '', label: 'Do not import' },
    { value: 'phone', label: 'Phone number' },
    { value: 'new', label: 'New tag' },
    ...(tags.length > 0
      ? [{ group: 'Tags', items: tags.map((tag) => ({ value: `tag:${tag.id}`, label: tag.name })) }]
      : []),
  ];
  return (
    <li className={classes.column} data-ignored={target === '' || undefined}>
      <div className={classes.columnName}>
        <div className={`clamp-1 ${classes.strong}`} title={name}>
          {name}
        </div>
        <Text c="dimmed" className="clamp-1" title={sample}>
          {sample === '' ? 'No values in the first rows' : sample}
        </Text>
      </div>
      <IconArrowRight size={16} className={classes.arrow} aria-hidden />
      <div className={classes.columnTarget}>
        <Select
          aria-label={`What “${name}” becomes`}
          data={options}
          value={target}
          onChange={(value) => onTarget((value ?? '') as Target)}
          allowDeselect={false}
          searchable={tags.length > 8}
          error={target === 'new' ? undefined : fault}
        />
        {target === 'new' && (
          <TextInput
            aria-label={`Name of the new tag for “${name}”`}
            value={choice?.newName ?? ''}
            onChange={(event) => onName(event.currentTarget.value)}
            maxLength={TEXT_LIMITS.tagName}
            error={fault}
          />
        )}
      </div>
    </li>
  );
}
