import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ApiPick } from '@parley/engine/flow.ts';
import { API_STEP_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { freeId, replaceById } from '../../model/intents.ts';
import type { When } from '../../store/step-saving.ts';
import { Fold } from '../fold.tsx';
import type { FormProps } from '../form.ts';
import { TagSelect } from '../pickers.tsx';
import classes from '../steps.module.css';
import { wordings } from '../wordings.ts';

const words = wordings.apiPicks;

/** Values that later texts use, each by its path in the answer. */
export function ApiPicks({ step, edit }: Pick<FormProps<'api-call'>, 'step' | 'edit'>) {
  const picks = step.picks ?? [];
  const change = (pick: ApiPick, when: When = 'now') => edit({ picks: replaceById(picks, pick) }, when);
  const remove = (id: number) => {
    const left = picks.filter((pick) => pick.id !== id);
    edit({ picks: left.length > 0 ? left : undefined });
  };
  return (
    <Fold
      field="picks"
      title={words.title}
      summary={picks.length === 0 ? words.none : words.count(picks.length)}
    >
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {words.help}
        </Text>
        {picks.map((pick, index) => (
          <PickRow
            key={pick.id}
            pick={pick}
            index={index}
            onChange={change}
            onRemove={() => remove(pick.id)}
          />
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={picks.length >= API_STEP_LIMITS.picks}
            onClick={() =>
              edit({ picks: [...picks, { id: freeId(picks), path: '$.', name: '', inTag: false }] })
            }
          >
            {words.add}
          </Button>
        </div>
      </Stack>
    </Fold>
  );
}

type PickRowProps = {
  pick: ApiPick;
  index: number;
  onChange: (pick: ApiPick, when?: When) => void;
  onRemove: () => void;
};

function PickRow({ pick, index, onChange, onRemove }: PickRowProps) {
  return (
    <fieldset className={classes.rule}>
      <legend>{words.value(index + 1)}</legend>
      <Stack gap="xs">
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={words.path}
            placeholder={words.pathExample}
            value={pick.path}
            onChange={(event) => onChange({ ...pick, path: event.currentTarget.value }, 'after-pause')}
            maxLength={API_STEP_LIMITS.path}
            autoComplete="off"
            spellCheck={false}
            className={classes.grow ?? ''}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.remove(pick.name.trim() || words.value(index + 1))}
            onClick={onRemove}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
        <SegmentedControl
          aria-label={words.keep}
          fullWidth
          classNames={{ innerLabel: classes.wraps ?? '' }}
          data={[
            { value: 'here', label: words.forThisConversation },
            { value: 'tag', label: words.inATag },
          ]}
          value={pick.inTag ? 'tag' : 'here'}
          onChange={(where) => onChange({ ...pick, inTag: where === 'tag' })}
        />
        {pick.inTag ? (
          <TagSelect value={pick.name} onChange={(name) => onChange({ ...pick, name })} />
        ) : (
          <TextInput
            label={words.name}
            placeholder={words.nameExample}
            value={pick.name}
            onChange={(event) => onChange({ ...pick, name: event.currentTarget.value }, 'after-pause')}
            maxLength={TEXT_LIMITS.tagName}
            autoComplete="off"
          />
        )}
      </Stack>
    </fieldset>
  );
}
