import { ActionIcon, Button, Collapse, Group, Stack, TextInput } from '@mantine/core';
import { blankIntent } from '@parley/engine/blank-step.ts';
import { type Intent, isQuestion, type Step } from '@parley/engine/flow.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { actionOf, chooseNext, freeId, replaceById } from '../../model/intents.ts';
import type { When } from '../../store/step-saving.ts';
import { useNewBranch } from '../new-branch.ts';
import { numbered } from '../pickers.tsx';
import classes from '../steps.module.css';
import { WayLine, WaySelect } from '../way-select.tsx';
import { wordings } from '../wordings.ts';
import { IntentPanel } from './intent-panel.tsx';

type IntentListProps = {
  intents: Intent[];
  onChange: (intents: Intent[], when?: When) => void;
  simple: boolean;
  /** Where an answer goes that says nothing else. */
  onward: Step | null;
};

/** The answers a question understands, each with a panel of what it means. Enter adds the next one. */
export function IntentList({ intents, onChange, simple, onward }: IntentListProps) {
  const list = useRef<HTMLOListElement>(null);
  const isFull = intents.length >= COUNT_LIMITS.intents;

  const focusRow = (index: number) =>
    requestAnimationFrame(() => {
      const field = list.current?.children.item(index)?.querySelector('input');
      field?.focus();
    });
  const add = () => {
    if (isFull) return;
    onChange([...intents, blankIntent(freeId(intents))]);
    focusRow(intents.length);
  };
  const remove = (id: number, index: number) => {
    onChange(intents.filter((intent) => intent.id !== id));
    focusRow(Math.max(0, index - 1));
  };

  return (
    <Stack gap="xs">
      <ol ref={list} className={classes.intents}>
        {intents.map((intent, index) => (
          <IntentRow
            key={intent.id}
            intent={intent}
            index={index}
            simple={simple}
            upToThis={intents.slice(0, index + 1).map(({ next }) => next)}
            onward={onward}
            onChange={(changed, when) => onChange(replaceById(intents, changed), when)}
            onRemove={() => remove(intent.id, index)}
            onEnter={() => (index === intents.length - 1 ? add() : focusRow(index + 1))}
          />
        ))}
      </ol>
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add} disabled={isFull}>
          {wordings.intentList.addAnswer}
        </Button>
      </div>
    </Stack>
  );
}

type IntentRowProps = {
  intent: Intent;
  index: number;
  simple: boolean;
  /** Where this answer and those above it lead. */
  upToThis: number[];
  onward: Step | null;
  onChange: (intent: Intent, when?: When) => void;
  onRemove: () => void;
  onEnter: () => void;
};

function IntentRow({ intent, index, simple, onChange, onRemove, onEnter, ...way }: IntentRowProps) {
  const [opened, setOpened] = useState(false);
  const name = intent.text || `answer ${index + 1}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <li className={classes.intent}>
      <Group gap={4} wrap="nowrap">
        <span className={classes.number} aria-hidden>
          {index + 1}
        </span>
        <TextInput
          aria-label={wordings.intentList.answer(index + 1)}
          placeholder={wordings.intentList.anAnswer}
          value={intent.text}
          onChange={(event) => onChange({ ...intent, text: event.currentTarget.value }, 'after-pause')}
          onKeyDown={onKeyDown}
          maxLength={TEXT_LIMITS.message}
          className={classes.grow}
          autoComplete="off"
        />
        {!simple && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={wordings.intentList.optionsOf(name)}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
          >
            <IconChevronDown size={18} className={classes.turn} data-open={opened || undefined} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={wordings.intentList.remove(name)}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      {!simple && !opened && <IntentWay intent={intent} name={name} onChange={onChange} {...way} />}
      {!simple && (
        <Collapse expanded={opened}>{opened && <IntentPanel intent={intent} onChange={onChange} />}</Collapse>
      )}
    </li>
  );
}

type IntentWayProps = Pick<IntentRowProps, 'intent' | 'upToThis' | 'onward' | 'onChange'> & { name: string };

/** Where the answer goes: any step, or a new one in one click. */
function IntentWay({ intent, name, upToThis, onward, onChange }: IntentWayProps) {
  const newBranch = useNewBranch();
  const action = actionOf(intent);
  if (action !== 'next')
    return (
      <WayLine>
        {action === 'switch'
          ? wordings.intentList.switchesCampaign
          : wordings.intentList.repliesThenGoesTo(onward ? numbered(onward) : wordings.ways.theEnd)}
      </WayLine>
    );
  const link = (step: Step, next: number) =>
    isQuestion(step)
      ? {
          ...step,
          intents: step.intents.map((each) => (each.id === intent.id ? chooseNext(each, next) : each)),
        }
      : step;
  return (
    <WayLine>
      <WaySelect
        name={name}
        value={intent.next}
        onward={onward}
        onChange={(next) => onChange(chooseNext(intent, next))}
        onNew={newBranch && ((type) => newBranch(type, { upToThis, link }))}
      />
    </WayLine>
  );
}
