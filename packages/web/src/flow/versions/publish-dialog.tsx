import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, FAILING_TALK, type ReplyOf } from '@parley/contract';
import { compareFlows } from '@parley/engine/compare-flows.ts';
import type { Finding } from '@parley/engine/finding.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconCloudUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useMaySend } from '../../account/sender-only.tsx';
import type { AskError } from '../../data/ask.ts';
import { wordsOf } from '../../data/toasts.ts';
import { useAction } from '../../data/use-call.ts';
import { Notice } from '../../kit/notice.tsx';
import { FailedState } from '../../kit/states.tsx';
import { TextDialog } from '../../kit/text-dialog.tsx';
import { common } from '../../kit/wordings.ts';
import editorClasses from '../editor/editor.module.css';
import { useFindings } from '../editor/findings.ts';
import { TranslationNotice } from '../languages/translation-notice.tsx';
import { type TestResult, useTestResults } from '../phone/use-test-results.ts';
import { useFlow } from '../store/use-flow.ts';
import { ChangeList } from './change-list.tsx';
import { FindingLinks } from './unfinished-notice.tsx';
import { plain, useLiveVersion, useStoredDraft, useVersion } from './use-flow-versions.ts';
import classes from './versions.module.css';
import { wordings } from './wordings.ts';

const words = wordings.publishDialog;

/** Opens the draft's way to people: what changes for them, and a word about it. */
export function PublishButton() {
  const [opened, dialog] = useDisclosure(false);
  // Who follows a link to a step keeps the focus there.
  const [isLeaving, setLeaving] = useState(false);
  const { live, changes } = useLiveVersion();
  const hasChanges = (changes?.length ?? 0) > 0;
  return (
    <>
      <Button
        variant={hasChanges ? 'light' : 'default'}
        leftSection={<IconCloudUpload size={16} />}
        className={editorClasses.iconIfNarrow ?? ''}
        disabled={live === undefined}
        onClick={() => {
          setLeaving(false);
          dialog.open();
        }}
      >
        {words.publish}
      </Button>
      <TextDialog
        opened={opened}
        onClose={dialog.close}
        returnFocus={!isLeaving}
        size="lg"
        title={words.title((live ?? 0) + 1)}
        attributes={{ header: { role: 'presentation' } }}
      >
        <Publish
          live={live ?? 0}
          onClose={dialog.close}
          onGo={() => {
            setLeaving(true);
            dialog.close();
          }}
        />
      </TextDialog>
    </>
  );
}

type PublishProps = { live: number; onClose: () => void /** To a step. */; onGo: () => void };

function Publish({ live, onClose, onGo }: PublishProps) {
  const { draft, error, isFailed, retry } = useStoredDraft();
  const version = useVersion(live);
  if (isFailed) return <Notice tone="danger">{words.notSaved}</Notice>;
  const failure = error ?? version.error;
  if (failure) return <FailedState title={words.couldntLoad} error={failure} onRetry={retry} />;
  if (!draft || (live > 0 && !version.data))
    return (
      <Stack gap="xs" aria-label={words.saving} role="status">
        <Skeleton height={20} width="60%" />
        <Skeleton height={72} />
      </Stack>
    );
  return (
    <Publishing
      draft={draft}
      live={live}
      published={version.data?.steps ?? null}
      onClose={onClose}
      onGo={onGo}
      onAgain={retry}
    />
  );
}

type PublishingProps = PublishProps & {
  draft: ReplyOf<typeof calls.flow.read>;
  published: ReplyOf<typeof calls.flow.readVersion>['steps'] | null;
  onAgain: () => void;
};

function Publishing({ draft, live, published, onClose, onGo, onAgain }: PublishingProps) {
  const { campaign } = useFlow();
  const [message, setMessage] = useState('');
  const [refused, setRefused] = useState<AskError | null>(null);
  const errors = (useFindings() ?? []).filter(({ severity }) => severity === 'error');
  const own = useMemo(
    () => ({ campaignId: campaign, version: draft.flowVersion, steps: plain(draft.steps) }),
    [campaign, draft],
  );
  const { steps } = own;
  const { results, error: untested } = useTestResults(own, 0);
  const failing = results?.filter(({ difference }) => difference) ?? [];
  // What the server found on its own, with other campaigns as they are live.
  const isAnyway = failing.length > 0 || refused?.detail === FAILING_TALK;
  const changes = published && compareFlows(plain(published), steps);
  const publish = useAction(calls.flow.publish, {
    invalidates: [calls.flow.listVersions, calls.campaigns.list],
    notice: (reply) => words.published(reply.live),
    onSuccess: onClose,
    onFailure: setRefused,
  });
  const isNothing = changes?.length === 0;
  const maySend = useMaySend();
  return (
    <Stack gap="md">
      {errors.length > 0 && <ErrorsFirst errors={errors} onGo={onGo} />}
      {changes === null ? (
        <Text>{words.firstTime(steps.length)}</Text>
      ) : isNothing ? (
        <Text>{words.nothing(live)}</Text>
      ) : (
        <div>
          <Text fw={600} mb="xs">
            {words.whatChanges(changes.length, live)}
          </Text>
          <div className={classes.scrolled}>
            <ChangeList changes={changes} after={steps} label={words.whatChanges(changes.length, live)} />
          </div>
        </div>
      )}
      {!isNothing && maySend && (
        <>
          <Textarea
            label={words.message}
            description={words.messageHint}
            maxLength={TEXT_LIMITS.versionMessage}
            autosize
            minRows={2}
            value={message}
            onChange={(event) => setMessage(event.currentTarget.value)}
          />
          <TranslationNotice steps={steps} />
          <Text c="dimmed">{words.people}</Text>
        </>
      )}
      {!isNothing && results && results.length > 0 && <Tests results={results} />}
      {!isNothing && !maySend && <Notice>{words.othersPublish(live + 1)}</Notice>}
      {refused && <Notice tone="danger">{wordsOf(refused)}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        {!maySend ? null : refused && refused.detail !== FAILING_TALK ? (
          <Button onClick={onAgain}>{words.lookAgain}</Button>
        ) : (
          <Button
            color={isAnyway ? 'red' : undefined}
            disabled={isNothing || errors.length > 0 || steps.length === 0 || (!results && !untested)}
            loading={publish.isPending}
            onClick={() => publish.mutate({ campaign, draftVersion: draft.flowVersion, message, isAnyway })}
          >
            {isAnyway ? words.publishAnyway : words.publishNow}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function ErrorsFirst({ errors, onGo }: { errors: Finding[]; onGo: () => void }) {
  return (
    <Notice tone="danger" title={words.errorsFirst}>
      <FindingLinks findings={errors} onGo={onGo} />
    </Notice>
  );
}

/** How the campaign's tests go on the draft: those that fail, with the line that differs. */
function Tests({ results }: { results: readonly TestResult[] }) {
  const failing = results.filter(({ difference }) => difference);
  if (failing.length === 0) return <Text>{words.testsPass(results.length)}</Text>;
  return (
    <Notice tone="warning" title={words.testsFail(failing.length, results.length)}>
      <ul className={classes.errors}>
        {failing.map(({ id, name, difference }) => (
          <li key={id} className={classes.line}>
            {words.failingTest(name, difference?.line ?? 0, difference?.what ?? '')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
