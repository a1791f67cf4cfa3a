import { ActionIcon, Badge, Button, Collapse, Group, Stack, TextInput } from '@mantine/core';
import { blankIntent } from '@parley/engine/blank-step.ts';
import type { Intent } from '@parley/engine/flow.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconChevronDown, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { actionOf, freeId, replaceById } from '../../model/intents.ts';
import type { When } from '../../store/step-saving.ts';
import { useSteps } from '../../store/use-flow.ts';
import { titleOf } from '../looks.ts';
import classes from '../steps.module.css';
import { wordings } from '../wordings.ts';
import { IntentPanel } from './intent-panel.tsx';

type IntentListProps = {
  intents: Intent[];
  onChange: (intents: Intent[], when?: When) => void;
  simple: boolean;
};

/** The answers a question understands, each with a panel of what it means. Enter adds the next one. */
export function IntentList({ intents, onChange, simple }: IntentListProps) {
  const list = useRef<HTMLOListElement>(null);
  const hasWays = intents.some((intent) => actionOf(intent) !== 'next' || intent.next !== 0);
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
            hasWay={hasWays}
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
  /** Some answer of the list says where it leads: all leave room for it, so that their fields are alike. */
  hasWay: boolean;
  onChange: (intent: Intent, when?: When) => void;
  onRemove: () => void;
  onEnter: () => void;
};

function IntentRow({ intent, index, simple, hasWay, onChange, onRemove, onEnter }: IntentRowProps) {
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
        {hasWay && !opened && (
          <span className={classes.way}>
            <IntentBadge intent={intent} />
          </span>
        )}
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
      {!simple && (
        <Collapse expanded={opened}>{opened && <IntentPanel intent={intent} onChange={onChange} />}</Collapse>
      )}
    </li>
  );
}

/** What the answer leads to, when that is not the default. */
function IntentBadge({ intent }: { intent: Intent }) {
  const steps = useSteps();
  const action = actionOf(intent);
  if (action === 'next' && intent.next === 0) return null;
  const target = steps.find((step) => step.id === intent.next);
  const words = {
    response: 'replies',
    switch: wordings.intentList.switchesCampaign,
    next: target ? `→ ${target.position}. ${titleOf(target)}` : wordings.intentList.deletedStep,
  }[action];
  return (
    <Badge variant="light" color="gray" maw="100%" title={words}>
      {words}
    </Badge>
  );
}
