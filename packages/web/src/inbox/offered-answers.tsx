import { VisuallyHidden } from '@mantine/core';
import classes from './answers.module.css';
import type { useAnswers } from './use-answers.ts';
import { wordings } from './wordings.ts';

/** The canned answers that fit what is typed behind a slash, above the text box that keeps the focus. */
export function OfferedAnswers({ answers }: { answers: ReturnType<typeof useAnswers> }) {
  const { offered, current, listId, optionId, pick } = answers;
  return (
    <>
      <VisuallyHidden role="status">
        {offered.length > 0 && wordings.offeredAnswers.cannedAnswers(offered.length)}
      </VisuallyHidden>
      {offered.length > 0 && (
        <div
          className={classes.offered}
          role="listbox"
          id={listId}
          aria-label={wordings.shared.cannedAnswers}
        >
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
