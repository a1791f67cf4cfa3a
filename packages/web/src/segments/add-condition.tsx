import { Button } from '@mantine/core';
import { EVENT_KINDS, KEPT_KINDS } from '@parley/rules/event-kinds.ts';
import { IconPlus } from '@tabler/icons-react';
import { holdsTyped } from '../kit/holds-typed.ts';
import { PickList } from '../kit/pick-list.tsx';
import classes from './segments.module.css';
import { SubjectIcon } from './subject-icon.tsx';
import { type ConditionDraft, type DraftCondition, FIRST, firstEvent, newCondition } from './tree-draft.ts';
import { wordings } from './wordings.ts';

const KNOWN = Object.keys(FIRST) as (keyof typeof FIRST)[];

type Offer = { key: string; label: string; first: () => ConditionDraft };
const FACTS: Offer[] = KNOWN.map((on) => ({
  key: on,
  label: wordings.subjects[on],
  first: () => structuredClone(FIRST[on]),
}));
const EVENTS: Offer[] = KEPT_KINDS.filter((kind) => kind !== 'contact.created').map((kind) => ({
  key: kind,
  label: EVENT_KINDS[kind].words.title,
  first: () => firstEvent(kind),
}));

type AddConditionProps = { disabled: boolean; onAdd: (condition: DraftCondition) => void };

/** A button that opens all that can be asked about people. */
export function AddCondition({ disabled, onAdd }: AddConditionProps) {
  const picks = (offers: Offer[], search: string) =>
    offers
      .filter(({ label }) => holdsTyped(label, search))
      .map(({ key, label, first }) => ({
        key,
        show: (
          <span className={classes.offer}>
            <SubjectIcon of={first()} />
            {label}
          </span>
        ),
        pick: () => onAdd(newCondition(first())),
      }));
  return (
    <PickList
      button={(toggle) => (
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={toggle} disabled={disabled}>
          {wordings.addCondition.addCondition}
        </Button>
      )}
      groups={(search) => [
        { label: wordings.addCondition.known, picks: picks(FACTS, search) },
        { label: wordings.addCondition.done, picks: picks(EVENTS, search) },
      ]}
      name={wordings.addCondition.conditions}
      nothing={wordings.addCondition.nothing}
      position="bottom-start"
    />
  );
}
