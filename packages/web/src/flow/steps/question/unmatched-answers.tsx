import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { type Intent, isQuestion, type Question } from '@parley/engine/flow.ts';
import { compileIntents, matchIntent } from '@parley/engine/intent.ts';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keyOf, useAction, useCall } from '../../../data/use-call.ts';
import { DateText } from '../../../kit/date-text.tsx';
import { showUndo } from '../../editor/undo-toast.tsx';
import { addPhrase, dropPhrase } from '../../model/intents.ts';
import { useFlow } from '../../store/use-flow.ts';
import { Fold } from '../fold.tsx';
import classes from '../steps.module.css';
import { wordings } from '../wordings.ts';

const words = wordings.unmatched;
/** It is asked again when the form is opened later than this. */
const STALE_MS = 30_000;

type Unmatched = ReplyOf<typeof calls.flow.unmatched>;
type Said = Unmatched['answers'][number];

/** What people said and no answer understood, as the question stands now, to be added to one by a click. */
export function UnmatchedAnswers({ step }: { step: Question }) {
  const { campaign, isTemplate } = useFlow();
  const isAsked = !isTemplate && step.id > 0 && step.intents.length > 0;
  const { data, error, refetch } = useCall(
    calls.flow.unmatched,
    { campaign, step: step.id },
    { enabled: isAsked, staleTime: STALE_MS },
  );
  const matches = useMatches(step, data);
  if (!isAsked) return null;
  if (error && !data)
    return (
      <Group gap="xs">
        <Text c="dimmed">{words.failed}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {words.again}
        </Button>
      </Group>
    );
  const left = matches.filter(({ isUnderstood }) => !isUnderstood);
  if (left.length === 0) return null;
  return (
    <Fold field="unmatched" title={words.title} summary={words.summary(left.length)}>
      <Text c="dimmed" size="sm" mb="xs">
        {data?.isPartial ? words.ofTheLatest : words.help}
      </Text>
      <ul className={classes.saidList}>
        {left.map(({ said, nearest }) => (
          <SaidRow key={said.text} step={step} said={said} nearest={nearest} />
        ))}
      </ul>
    </Fold>
  );
}

type Match = { said: Said; nearest: Intent | null; isUnderstood: boolean };

/** Each text against the question of this moment: what was added meanwhile is understood. */
function useMatches({ intents, sharedPhrases, threshold }: Question, data: Unmatched | undefined): Match[] {
  const matcher = useMemo(
    () => compileIntents(intents, sharedPhrases, threshold),
    [intents, sharedPhrases, threshold],
  );
  return useMemo(
    () =>
      (data?.answers ?? []).map((said) => {
        const { intent, nearest } = matchIntent(matcher, said.text);
        return { said, nearest, isUnderstood: intent !== null };
      }),
    [matcher, data],
  );
}

const isFull = ({ phrases }: Intent) => phrases.length >= COUNT_LIMITS.alternatives;

function SaidRow({ step, said, nearest }: { step: Question; said: Said; nearest: Intent | null }) {
  const add = useAdd(step);
  const dismiss = useDismiss(step);
  const first = [nearest, ...step.intents].find((intent) => intent && intent.text !== '' && !isFull(intent));
  const others = step.intents.filter((intent) => intent !== first && intent.text !== '');
  return (
    <li className={classes.said}>
      <div className={classes.grow}>
        <span className={classes.saidText}>{words.quoted(said.text)}</span>{' '}
        <Text span c="dimmed" size="sm">
          {words.times(said.count)} <DateText at={said.last} as="relative" />
        </Text>
      </div>
      <Group gap={4}>
        {first && (
          <Button.Group className={classes.saidAdd ?? ''}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.addTextTo(said.text, first.text)}
              onClick={() => add(said.text, first)}
            >
              <span className={classes.saidAnswer}>{words.addTo(first.text)}</span>
            </Button>
            {others.length > 0 && <OtherAnswers said={said} answers={others} onAdd={add} />}
          </Button.Group>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={words.dismissText(said.text)}
          onClick={() => dismiss(said)}
        >
          {words.dismiss}
        </Button>
      </Group>
    </li>
  );
}

type OtherAnswersProps = {
  said: Said;
  answers: readonly Intent[];
  onAdd: (text: string, intent: Intent) => void;
};

function OtherAnswers({ said, answers, onAdd }: OtherAnswersProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={words.others(said.text)}>
          <IconChevronDown size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {answers.map((intent) => (
          <Menu.Item key={intent.id} disabled={isFull(intent)} onClick={() => onAdd(said.text, intent)}>
            {words.addTo(intent.text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Makes a text a training phrase of an answer, with a way back. */
function useAdd({ id }: Question) {
  const { flow } = useFlow();
  const find = () => flow.store.getState().entries.find(({ step }) => step.id === id);
  const change = (how: (intents: Intent[]) => Intent[]) => {
    const entry = find();
    if (!entry) return;
    flow.edit(entry.key, (step) => (isQuestion(step) ? { ...step, intents: how(step.intents) } : step));
  };
  return (text: string, { id: intent, text: answer }: Intent) => {
    change((intents) => addPhrase(intents, intent, text));
    const isThere = () => {
      const step = find()?.step;
      const phrases =
        step && isQuestion(step) ? step.intents.find((each) => each.id === intent)?.phrases : [];
      return phrases?.some((phrase) => phrase.text === text) ?? false;
    };
    showUndo(
      words.added(text, answer),
      () => change((intents) => dropPhrase(intents, intent, text)),
      (over) => flow.store.subscribe(() => !isThere() && over()),
    );
  };
}

/** Puts a text away at once; when that fails it comes back. */
function useDismiss({ id }: Question) {
  const { campaign } = useFlow();
  const client = useQueryClient();
  const key = keyOf(calls.flow.unmatched, { campaign, step: id });
  const { mutateAsync } = useAction(calls.flow.dismiss, { invalidates: [calls.flow.unmatched] });
  const send = (text: string, isDismissed: boolean) =>
    // The failure is told by the action; the list is read again either way.
    mutateAsync({ campaign, step: id, text, isDismissed }).catch(() =>
      client.invalidateQueries({ queryKey: key }),
    );
  return ({ text }: Said) => {
    client.setQueryData<Unmatched>(
      key,
      (before) => before && { ...before, answers: before.answers.filter((each) => each.text !== text) },
    );
    void send(text, true);
    showUndo(
      words.dismissed(text),
      () => void send(text, false),
      () => () => undefined,
    );
  };
}
