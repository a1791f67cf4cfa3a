import { VisuallyHidden } from '@mantine/core';
import classes from './answers.module.css';
import type { useAnswers } from './use-answers.ts';

/** The canned answers that fit what is typed behind a slash, above the text box that keeps the focus. */
export function OfferedAnswers({ answers }: { answers: ReturnType<typeof useAnswers> }) {
  const { offered, current, listId, optionId, pick } = answers;
  return (
    <>
      <VisuallyHidden role="status">
        {offered.length > 0 && `${offered.length} canned answers. Arrow keys choose, Enter puts one in.`}
      </VisuallyHidden>
      {offered.length > 0 && (
        <div className={classes.offered} role="listbox" id={listId} aria-label="Canned answers">
          {offered.map((answer) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text box hears the keys
            <div
              key={answer.id}
              id={optionId(answer)}
              role="option"
              aria-selected={answer === current}
              className={classes.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(answer)}
            >
              <span className={`clamp-1 ${classes.name}`}>/{answer.name}</span>
              <span className="clamp-1">{answer.text}</span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
