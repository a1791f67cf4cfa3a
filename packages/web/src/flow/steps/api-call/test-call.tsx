import { Badge, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { readAnswer } from '@parley/engine/api-answer.ts';
import { compile, stepByReference } from '@parley/engine/compiled-flow.ts';
import type { ApiPick, StepOf } from '@parley/engine/flow.ts';
import type { Token } from '@parley/engine/tokens.ts';
import { API_STEP_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { wordsOf } from '../../../data/toasts.ts';
import { useAction } from '../../../data/use-call.ts';
import { Notice } from '../../../kit/notice.tsx';
import { freeId } from '../../model/intents.ts';
import { useFlow, useSteps } from '../../store/use-flow.ts';
import type { FormProps } from '../form.ts';
import { titleOf } from '../looks.ts';
import { wordings } from '../wordings.ts';
import { AnswerBody } from './answer-body.tsx';
import { suggestedName } from './json-lines.ts';
import { setPreviewAnswer } from './preview-answers.ts';
import classes from './test-call.module.css';
import { keyOfToken, requestLines, testRequest, tokensOf } from './test-request.ts';

const words = wordings.apiTest;

type Answer = ReplyOf<typeof calls.apiSteps.test>;
type TestCallProps = Pick<FormProps<'api-call'>, 'step' | 'edit'>;

/** One real call with values that the author gives, and what the step would do with its answer. */
export function TestCall({ step, edit }: TestCallProps) {
  const { campaign, isTemplate } = useFlow();
  const [values, setValues] = useState<Record<string, string>>({});
  const test = useAction(calls.apiSteps.test, { onFailure: () => undefined });
  const { data: answer, error } = test;
  const request = testRequest(step, values);
  const make = () => {
    if (request) test.mutate({ campaign, isTemplate, ...request, verb: step.verb });
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        {words.real}
      </Text>
      <SampleValues step={step} values={values} onChange={setValues} />
      {request ? (
        <div>
          <Text fw={500} size="sm" mb={4}>
            {words.request}
          </Text>
          <Code block className={classes.code ?? ''} tabIndex={0} role="region" aria-label={words.request}>
            {requestLines(request).join('\n')}
          </Code>
        </div>
      ) : (
        <Text>{words.noAddress}</Text>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} />}
          disabled={!request}
          loading={test.isPending}
          onClick={make}
        >
          {words.make}
        </Button>
      </div>
      <div role="status">
        {error && (
          <Notice tone="warning" title={words.failed}>
            {wordsOf(error)}
          </Notice>
        )}
        {answer && <AnswerHead answer={answer} />}
      </div>
      {answer && <AnswerParts step={step} edit={edit} answer={answer} />}
    </Stack>
  );
}

type SampleValuesProps = {
  step: StepOf<'api-call'>;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
};

/** A field for each token of the request. */
function SampleValues({ step, values, onChange }: SampleValuesProps) {
  const steps = useSteps();
  const nameOf = (token: Token): string => {
    if (token.kind === 'tag') return token.name;
    const source = stepByReference(compile({ campaignId: 0, version: 0, steps }), token.name);
    return words.answerOf(source ? titleOf(source) : token.name);
  };
  return tokensOf(step).map((token) => (
    <TextInput
      key={keyOfToken(token)}
      label={words.valueOf(nameOf(token))}
      placeholder={token.fallback}
      value={values[keyOfToken(token)] ?? ''}
      onChange={(event) => onChange({ ...values, [keyOfToken(token)]: event.currentTarget.value })}
      maxLength={TEXT_LIMITS.tagValue}
      autoComplete="off"
    />
  ));
}

function AnswerHead({ answer: { ok, status, milliseconds, contentType, problem } }: { answer: Answer }) {
  return (
    <Stack gap={4}>
      <Text fw={500} size="sm">
        {words.answer}
      </Text>
      <Group gap="xs">
        <Badge color={ok ? 'teal' : 'red'} variant="light" tt="none">
          {status === 0 ? words.noAnswer : words.status(status)}
        </Badge>
        <span>{words.took(milliseconds)}</span>
        {status !== 0 && <span className={classes.type}>{contentType || words.noType}</span>}
      </Group>
      {problem !== '' && <Text>{problem}</Text>}
    </Stack>
  );
}

function AnswerParts({ step, edit, answer }: TestCallProps & { answer: Answer }) {
  const [isUsed, setUsed] = useState(false);
  const picks = step.picks ?? [];
  const pick = (path: string) => {
    if (picks.some((each) => each.path === path) || picks.length >= API_STEP_LIMITS.picks) return;
    edit({
      picks: [
        ...picks,
        { id: freeId(picks), path, name: freeName(suggestedName(path), picks), inTag: false },
      ],
    });
  };
  return (
    <>
      {answer.status !== 0 && (
        <AnswerBody
          body={answer.body}
          isCut={answer.isCut}
          picked={picks.map(({ path }) => path)}
          onPick={answer.ok ? pick : null}
        />
      )}
      <Outcome step={step} answer={answer} />
      <div>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            setPreviewAnswer(step.id, { ok: answer.ok, text: answer.ok ? answer.body : answer.problem });
            setUsed(true);
          }}
        >
          {words.useInPreview}
        </Button>
        <Text role="status" size="sm" c="dimmed" mt={4}>
          {isUsed ? words.usedInPreview : ''}
        </Text>
      </div>
    </>
  );
}

/** What the step would store and say. */
function Outcome({ step, answer }: { step: StepOf<'api-call'>; answer: Answer }) {
  const lines = outcomeLines(step, answer);
  return (
    <div>
      <Text fw={500} size="sm" mb={4}>
        {words.wouldBeStored}
      </Text>
      <ul className={classes.outcome}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

const LONGEST_SHOWN = 160;

function outcomeLines(step: StepOf<'api-call'>, { ok, problem, body }: Answer): string[] {
  if (!ok) return [words.wouldFail(problem)];
  const read = readAnswer(body, step.picks ?? []);
  if (!read.ok) return [words.wouldFail(read.why)];
  const picked = read.picked.map(({ pick, value }) =>
    words.wouldPick(pick.name.trim() || pick.path, value ?? words.nothingThere),
  );
  const shown = body.length > LONGEST_SHOWN ? `${body.slice(0, LONGEST_SHOWN)}…` : body;
  return [...picked, step.resultAction === 'send' ? words.wouldText(shown) : words.wouldKeep];
}

/** Two values of one name could not be told apart. */
function freeName(name: string, picks: readonly ApiPick[]): string {
  const isTaken = (wanted: string) => picks.some((pick) => pick.name.toLowerCase() === wanted.toLowerCase());
  let free = name;
  for (let count = 2; isTaken(free); count++) free = `${name} ${count}`;
  return free;
}
