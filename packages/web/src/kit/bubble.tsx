/**
 * Text messages as a phone shows them: what the phone's owner wrote at the right, what came in at the left.
 */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './bubble.module.css';
import { wordings } from './wordings.ts';

type BubbleProps = {
  /** `in`: received by the phone. `out`: written on it. */
  side: 'in' | 'out';
  /**
   * Who wrote it, where several write: told before the words, and shown where it was somebody else before.
   */
  by?: string;
  children: string;
  /** Pictures, above the words. */
  media?: ReactNode;
  /** Small print under the bubble: status, credits, time. */
  meta?: ReactNode;
  /** The message before is of the same author, so the two stand close together. */
  follows?: boolean;
};

export function Bubble({ side, by, children, media, meta, follows }: BubbleProps) {
  return (
    <div className={classes.line} data-side={side} data-follows={follows || undefined}>
      {by &&
        (follows ? (
          <VisuallyHidden>{by}</VisuallyHidden>
        ) : (
          <p className={classes.by}>
            <bdi>{by}</bdi>
          </p>
        ))}
      {media}
      {(children !== '' || !media) && (
        <p className={classes.bubble} dir="auto">
          {children || wordings.bubble.emptyMessage}
        </p>
      )}
      {meta && <div className={classes.meta}>{meta}</div>}
    </div>
  );
}

/** The moment between two messages that lie apart. */
export function BubbleBreak({ children }: { children: ReactNode }) {
  return <p className={classes.break}>{children}</p>;
}
