import { Button, List, Menu, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import type { Flow } from '@parley/engine/flow.ts';
import { parseTalk, type TalkAct } from '@parley/engine/talk.ts';
import { linesOfTalk, talkFile } from '@parley/engine/write-talk.ts';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { TALK_LIMITS } from '@parley/rules/talk-limits.ts';
import {
  IconCheck,
  IconDownload,
  IconFlask,
  IconListNumbers,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { useAction } from '../../data/use-call.ts';
import { NameDialog } from '../../kit/dialogs.tsx';
import { ItemMenu } from '../../kit/item-menu.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { FailedState } from '../../kit/states.tsx';
import { useNameAction } from '../../kit/use-name-action.ts';
import { Fold } from '../steps/fold.tsx';
import { useFlow } from '../store/use-flow.ts';
import { talkToKeep } from './keep-talk.ts';
import classes from './phone.module.css';
import type { OpenTalk } from './use-talk.ts';
import { type KeptTalk, type TestResult, type TestResults, useTestResults } from './use-test-results.ts';
import { wordings } from './wordings.ts';

const words = wordings.keptTalks;

type KeptTalksProps = {
  talk: OpenTalk;
  /** Tag values of the real contact that the phone runs the flow as; null: it is the test person. */
  real: Readonly<Record<string, string>> | null;
};

/** The talks that the campaign keeps as tests, each with how it goes on the flow that the phone runs. */
export function KeptTalks({ talk, real }: KeptTalksProps) {
  const { draft } = talk.setting;
  const tests = useTestResults(draft, PAUSES_MS.textSaveDebounce);
  const { talks, results, error, retry } = tests;
  return (
    <div className={classes.variables}>
      <Fold title={words.title} summary={summaryOf(tests)}>
        {error && <FailedState title={words.couldntLoad} error={error} onRetry={retry} />}
        {!error && talks.length === 0 && (
          <Text c="dimmed" size="sm" mb="xs">
            {words.none}
          </Text>
        )}
        {talks.length > 0 && (
          <ul className={classes.tests} aria-label={words.title}>
            {talks.map((each) => (
              <TestRow
                key={each.id}
                kept={each}
                result={results?.find(({ id }) => id === each.id)}
                talk={talk}
                others={tests.others}
              />
            ))}
          </ul>
        )}
        {!error && <KeepButton talk={talk} real={real} isFull={talks.length >= TALK_LIMITS.talks} />}
      </Fold>
    </div>
  );
}

function summaryOf({ talks, results }: TestResults): string {
  if (talks.length === 0) return words.noneYet;
  if (!results) return words.count(talks.length);
  const failing = results.filter(({ difference }) => difference).length;
  return failing === 0 ? words.allPass(talks.length) : words.someFail(failing, talks.length);
}

const changesTalks = [calls.talks.list];

type KeepButtonProps = KeptTalksProps & { isFull: boolean };

function KeepButton({ talk, real, isFull }: KeepButtonProps) {
  const { campaign } = useFlow();
  const keeping = useNameAction(
    calls.talks.add,
    (name) => ({ campaign, name, text: talkToKeep(talk.inputs, talk.setting, real) }),
    { invalidates: changesTalks, notice: words.kept },
  );
  return (
    <>
      <Button
        variant="default"
        size="xs"
        fullWidth
        leftSection={<IconFlask size={14} />}
        disabled={isFull || talk.setting.draft.steps.length === 0}
        onClick={keeping.open}
      >
        {words.keep}
      </Button>
      {isFull && (
        <Text c="dimmed" size="sm" mt={4}>
          {words.full(TALK_LIMITS.talks)}
        </Text>
      )}
      <NameDialog
        {...keeping.dialog}
        title={words.keep}
        label={words.name}
        confirmLabel={words.keepNow}
        maxLength={TALK_LIMITS.name}
      >
        <Text c="dimmed">{real ? words.aboutReal : words.about}</Text>
      </NameDialog>
    </>
  );
}

type TestRowProps = {
  talk: OpenTalk;
  kept: KeptTalk;
  result: TestResult | undefined;
  others: readonly Flow[];
};

function TestRow({ kept, result, talk, others }: TestRowProps) {
  const { id, name, text } = kept;
  const [shown, lines] = useDisclosure(false);
  const renaming = useNameAction(calls.talks.rename, (typed) => ({ talk: id, name: typed }), {
    of: name,
    invalidates: changesTalks,
  });
  const remove = useAction(calls.talks.remove, { invalidates: changesTalks, notice: words.deleted(name) });
  const replace = useAction(calls.talks.replace, { invalidates: changesTalks, notice: words.replaced(name) });
  const difference = result?.difference;
  return (
    <li className={classes.test}>
      <div>
        <Text fw={500} size="sm" className="clamp-2">
          {name}
        </Text>
        <Outcome result={result} />
      </div>
      <ItemMenu
        name={name}
        rename={{ action: renaming, title: words.rename, label: words.name, maxLength: TALK_LIMITS.name }}
        remove={{
          action: remove,
          run: () => remove.mutate({ talk: id }),
          question: words.deleteIt(name),
          warning: words.deleteWarning,
        }}
      >
        <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => playOn(talk, text)}>
          {words.play}
        </Menu.Item>
        <Menu.Item leftSection={<IconListNumbers size={16} />} onClick={lines.open}>
          {words.showLines}
        </Menu.Item>
        {difference && (
          <Menu.Item
            leftSection={<IconRefresh size={16} />}
            onClick={() => replace.mutate({ talk: id, text: asItGoesNow(kept, talk) })}
          >
            {words.accept}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconDownload size={16} />}
          onClick={() => saveFile(`${name}.txt`, 'text/plain', talkFile(text, talk.setting.draft, others))}
        >
          {words.download}
        </Menu.Item>
      </ItemMenu>
      <TalkLines opened={shown} onClose={lines.close} kept={kept} differs={difference?.line ?? 0} />
    </li>
  );
}

function Outcome({ result }: { result: TestResult | undefined }) {
  if (!result)
    return (
      <Text size="sm" c="dimmed">
        {words.running}
      </Text>
    );
  const { difference } = result;
  return (
    <Text size="sm" className={classes.outcome ?? ''} data-fails={difference !== null || undefined}>
      {difference ? <IconX size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
      <span>{difference ? words.fails(difference.line, difference.what) : words.passes}</span>
    </Text>
  );
}

type TalkLinesProps = { opened: boolean; onClose: () => void; kept: KeptTalk; differs: number };

/** The talk as it is written, with the line that differs. */
function TalkLines({ opened, onClose, kept, differs }: TalkLinesProps) {
  const lines = opened ? linesOfTalk(kept.text) : [];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={kept.name}
      attributes={{ header: { role: 'presentation' } }}
    >
      <List type="ordered" className={classes.lines ?? ''} listStyleType="none">
        {lines.map(({ line, words: written }) => (
          <li key={line} data-differs={line === differs || undefined}>
            <span className="tabular">{line}</span>
            <code>{written}</code>
          </li>
        ))}
      </List>
    </Modal>
  );
}

/** What a talk does, without what it expects. */
const actsOf = (text: string): TalkAct[] =>
  parseTalk(text).lines.flatMap(({ line: _, ...thing }) =>
    thing.do === 'sent' || thing.do === 'check' ? [] : [thing],
  );

function playOn(talk: OpenTalk, text: string): void {
  talk.play(parseTalk(text), actsOf(text));
}

/** The same talk, expecting what happens now. */
function asItGoesNow({ text }: KeptTalk, { setting }: OpenTalk): string {
  const { contact, now, seed, answers, channel, quiet, optedOut } = parseTalk(text);
  return talkToKeep(
    actsOf(text),
    {
      ...setting,
      ...contact,
      startedAt: now,
      seed,
      apiAnswers: answers,
      linkBase: channel?.linkBase,
      quiet,
      optedOut,
    },
    null,
  );
}
