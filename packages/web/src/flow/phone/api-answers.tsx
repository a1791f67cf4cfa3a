import { NumberInput, SegmentedControl, Switch, Text, Textarea } from '@mantine/core';
import type { Flow, Step } from '@parley/engine/flow.ts';
import {
  type PreviewAnswer,
  setPreviewAnswer,
  usePreviewAnswers,
} from '../steps/api-call/preview-answers.ts';
import { Fold } from '../steps/fold.tsx';
import { titleOf } from '../steps/looks.ts';
import classes from './phone.module.css';
import { wordings } from './wordings.ts';

const words = wordings.apiAnswers;

/** What the draft's API calls come to in the preview: nobody is called. */
export function ApiAnswers({ draft }: { draft: Flow }) {
  const answers = usePreviewAnswers();
  const asked = draft.steps.filter(({ type }) => type === 'api-call');
  if (asked.length === 0) return null;
  const count = asked.filter(({ id }) => answers[id]).length;
  return (
    <div className={classes.variables}>
      <Fold title={words.title} summary={count === 0 ? words.noneSet : String(count)}>
        <Text c="dimmed" size="sm" mb="xs">
          {words.help}
        </Text>
        {asked.map((step) => (
          <OneAnswer key={step.id} step={step} answer={answers[step.id] ?? null} />
        ))}
      </Fold>
    </div>
  );
}

function OneAnswer({ step, answer }: { step: Step; answer: PreviewAnswer | null }) {
  const name = words.ofStep(step.position, titleOf(step));
  const choose = (kind: string) => {
    if (kind === 'none') setPreviewAnswer(step.id, null);
    else if (kind === 'fails') setPreviewAnswer(step.id, failureOf(USUAL_FAILURE));
    else setPreviewAnswer(step.id, { ok: true, text: answer?.ok ? answer.text : '' });
  };
  return (
    <div className={classes.apiAnswer}>
      <Text size="sm" fw={500} className="clamp-1">
        {name}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={words.answerOf(name)}
        data={[
          { value: 'none', label: words.sample },
          { value: 'works', label: words.works },
          { value: 'fails', label: words.fails },
        ]}
        value={answer === null ? 'none' : answer.ok ? 'works' : 'fails'}
        onChange={choose}
      />
      {answer?.ok && (
        <Textarea
          size="xs"
          aria-label={words.bodyOf(name)}
          placeholder={words.bodyExample}
          value={answer.text}
          onChange={(event) => setPreviewAnswer(step.id, { ok: true, text: event.currentTarget.value })}
          autosize
          minRows={2}
          maxRows={8}
        />
      )}
      {answer && !answer.ok && <Failure step={step} name={name} status={answer.status ?? USUAL_FAILURE} />}
    </div>
  );
}

const USUAL_FAILURE = 500;
const LEAST = 100;
const MOST = 599;

const failureOf = (status: number): PreviewAnswer => ({
  ok: false,
  status,
  text: status === 0 ? words.noAnswer : words.error(status),
});

/** How a call fails decides whether it is made again. */
function Failure({ step, name, status }: { step: Step; name: string; status: number }) {
  return (
    <>
      <Switch
        size="xs"
        label={words.noAnswerAtAll}
        aria-label={words.noAnswerOf(name)}
        checked={status === 0}
        onChange={(event) =>
          setPreviewAnswer(step.id, failureOf(event.currentTarget.checked ? 0 : USUAL_FAILURE))
        }
      />
      {status > 0 && (
        <NumberInput
          size="xs"
          label={words.httpCode}
          aria-label={words.httpCodeOf(name)}
          min={LEAST}
          max={MOST}
          allowDecimal={false}
          clampBehavior="blur"
          value={status}
          onChange={(typed) => {
            const next = Number(typed);
            if (next >= LEAST && next <= MOST) setPreviewAnswer(step.id, answerOf(next));
          }}
        />
      )}
    </>
  );
}

/** A code of success is no failure. */
const answerOf = (status: number): PreviewAnswer =>
  status >= 200 && status <= 299 ? { ok: true, text: '' } : failureOf(status);
