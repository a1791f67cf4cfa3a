import { SegmentedControl, Text, Textarea } from '@mantine/core';
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
    else if (kind === 'fails') setPreviewAnswer(step.id, { ok: false, text: words.error });
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
    </div>
  );
}
