/** What people did, or did not do: which kind of event, how often, when, and with which properties. */
import { Group, NumberInput, Select, Stack } from '@mantine/core';
import { EVENT_KINDS } from '@parley/rules/event-kinds.ts';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { EventWindow } from '@parley/rules/segment.ts';
import { EventProperties } from './event-properties.tsx';
import { DaysField } from './operand-input.tsx';
import classes from './segments.module.css';
import type { EventDraft } from './tree-draft.ts';
import { wordings } from './wordings.ts';

type EventConditionProps = {
  condition: EventDraft;
  onChange: (condition: EventDraft) => void;
  error?: string | undefined;
};

export function EventCondition({ condition, onChange, error }: EventConditionProps) {
  const { event, did, where } = condition;
  const { words } = EVENT_KINDS[event];
  const change = (part: Partial<EventDraft>) => onChange({ ...condition, ...part });
  return (
    <Stack gap={8} className={classes.event ?? ''}>
      <div className={classes.fields}>
        <Select
          aria-label={wordings.eventCondition.didOrNot}
          data={[
            { value: 'did', label: words.did },
            { value: 'did-not', label: words.didNot },
          ]}
          value={did ? 'did' : 'did-not'}
          onChange={(next) => next && change({ did: next === 'did' })}
          allowDeselect={false}
          error={where.length === 0 ? error : undefined}
          className={classes.operator ?? ''}
        />
        <Times did={did} times={condition.times} onChange={(times) => change({ times })} />
        <Window when={condition.when} onChange={(when) => change({ when })} />
      </div>
      <EventProperties
        event={event}
        where={where}
        onChange={(next) => change({ where: next })}
        error={error}
      />
    </Stack>
  );
}

type TimesProps = { did: boolean; times: number; onChange: (times: number) => void };

/** At least so often; of what was not done: fewer than so often. */
function Times({ did, times, onChange }: TimesProps) {
  const words = wordings.eventCondition;
  return (
    <Group gap={8} wrap="nowrap">
      <span className={classes.and}>{did ? words.atLeast : words.asOftenAs}</span>
      <NumberInput
        aria-label={words.howOften}
        value={times}
        onChange={(next) => onChange(Number(next) || 1)}
        min={1}
        max={SEGMENT_TREE_LIMITS.times}
        allowDecimal={false}
        clampBehavior="strict"
        hideControls
        className={classes.times ?? ''}
      />
      <span className={classes.and}>{times === 1 ? words.time : words.times}</span>
    </Group>
  );
}

const WINDOWS = [
  { value: 'ever', label: wordings.eventCondition.windows.ever },
  { value: 'last', label: wordings.eventCondition.windows.last },
  { value: 'between', label: wordings.eventCondition.windows.between },
];

function Window({ when, onChange }: { when: EventWindow; onChange: (when: EventWindow) => void }) {
  const choose = (next: string) => {
    if (next === 'last') return onChange({ in: 'last', days: 30 });
    onChange(next === 'between' ? { in: 'between', from: '', to: '' } : { in: 'ever' });
  };
  return (
    <Group gap={8} align="flex-start" className={classes.window ?? ''} data-in={when.in}>
      <Select
        aria-label={wordings.eventCondition.when}
        data={WINDOWS}
        value={when.in}
        onChange={(next) => next && choose(next)}
        allowDeselect={false}
        className={classes.short ?? ''}
      />
      {when.in === 'last' && (
        <>
          <NumberInput
            aria-label={wordings.operandInput.numberOfDays}
            value={when.days}
            onChange={(days) => onChange({ in: 'last', days: Number(days) || 1 })}
            min={1}
            max={SEGMENT_TREE_LIMITS.windowDays}
            allowDecimal={false}
            clampBehavior="strict"
            hideControls
            className={classes.times ?? ''}
          />
          <span className={classes.and}>
            {when.days === 1 ? wordings.eventCondition.day : wordings.eventCondition.days}
          </span>
        </>
      )}
      {when.in === 'between' && (
        <DaysField
          value={[when.from, when.to]}
          onChange={(days) => {
            const [from = '', to = ''] = Array.isArray(days) ? days.map(String) : [];
            onChange({ in: 'between', from, to });
          }}
        />
      )}
    </Group>
  );
}
