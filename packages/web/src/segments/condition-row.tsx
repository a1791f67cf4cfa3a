import { ActionIcon, Text } from '@mantine/core';
import { EVENT_KINDS } from '@parley/rules/event-kinds.ts';
import { IconTrash } from '@tabler/icons-react';
import { EventCondition } from './event-condition.tsx';
import { ConsentCondition, CreatedCondition, MemberCondition, PlaceCondition } from './fact-conditions.tsx';
import classes from './segments.module.css';
import { SubjectIcon } from './subject-icon.tsx';
import { TagCondition } from './tag-condition.tsx';
import type { ConditionDraft } from './tree-draft.ts';
import { wordings } from './wordings.ts';

type ConditionRowProps = {
  condition: ConditionDraft;
  onChange: (condition: ConditionDraft) => void;
  onRemove: () => void;
  own: number;
  error: string | undefined;
};

/** One condition: what it is about, and what is asked of it. */
export function ConditionRow({ condition, onChange, onRemove, own, error }: ConditionRowProps) {
  const subject = subjectOf(condition);
  return (
    <fieldset className={classes.row} aria-label={subject} data-wrong={error ? '' : undefined}>
      <div className={classes.subject}>
        <SubjectIcon of={condition} />
        <Text fw={500} className="clamp-1">
          {subject}
        </Text>
      </div>
      <div className={classes.fields}>
        <Fields condition={condition} onChange={onChange} own={own} error={error} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        onClick={onRemove}
        aria-label={wordings.conditionRow.remove(subject)}
        className={classes.remove ?? ''}
      >
        <IconTrash size={18} />
      </ActionIcon>
    </fieldset>
  );
}

const subjectOf = (condition: ConditionDraft): string =>
  condition.on === 'event' ? EVENT_KINDS[condition.event].words.title : wordings.subjects[condition.on];

function Fields({ condition, onChange, own, error }: Omit<ConditionRowProps, 'onRemove'>) {
  switch (condition.on) {
    case 'tag':
      return <TagCondition condition={condition} onChange={onChange} error={error} />;
    case 'list':
    case 'segment':
    case 'channel':
      return <MemberCondition condition={condition} onChange={onChange} own={own} error={error} />;
    case 'consent':
      return <ConsentCondition condition={condition} onChange={onChange} error={error} />;
    case 'place':
      return <PlaceCondition condition={condition} onChange={onChange} error={error} />;
    case 'created':
      return <CreatedCondition condition={condition} onChange={onChange} error={error} />;
    case 'event':
      return <EventCondition condition={condition} onChange={onChange} error={error} />;
  }
}
