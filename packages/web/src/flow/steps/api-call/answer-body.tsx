import { Code, Text, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { wordings } from '../wordings.ts';
import { type JsonLine, jsonLines } from './json-lines.ts';
import classes from './test-call.module.css';

const words = wordings.apiTest;
const MOST_LINES = 300;

type AnswerBodyProps = {
  body: string;
  isCut: boolean;
  /** Paths in use already. */
  picked: readonly string[];
  /** Null: nothing can be picked from it. */
  onPick: ((path: string) => void) | null;
};

/** The body as it came; a JSON one line by line, each value a button that picks it. */
export function AnswerBody({ body, isCut, picked, onPick }: AnswerBodyProps) {
  const lines = useMemo(() => jsonLines(body), [body]);
  if (body === '') return <Text c="dimmed">{words.emptyBody}</Text>;
  return (
    <div>
      {lines && onPick && (
        <Text c="dimmed" size="sm" mb={4}>
          {words.clickToPick}
        </Text>
      )}
      {lines ? (
        <Lines lines={lines} picked={picked} onPick={onPick} />
      ) : (
        <Code block className={classes.code ?? ''} tabIndex={0} role="region" aria-label={words.bodyLabel}>
          {body}
        </Code>
      )}
      {isCut && (
        <Text c="dimmed" size="sm" mt={4}>
          {words.cut}
        </Text>
      )}
    </div>
  );
}

type LinesProps = Pick<AnswerBodyProps, 'picked' | 'onPick'> & { lines: readonly JsonLine[] };

function Lines({ lines, picked, onPick }: LinesProps) {
  const shown = lines.slice(0, MOST_LINES);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.json} aria-label={words.bodyLabel} tabIndex={0}>
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one answer never move
        <Line key={index} line={line} isPicked={picked.includes(line.path ?? '')} onPick={onPick} />
      ))}
      {lines.length > shown.length && (
        <p className={classes.line}>{words.moreLines(lines.length - shown.length)}</p>
      )}
    </section>
  );
}

type LineProps = { line: JsonLine; isPicked: boolean; onPick: AnswerBodyProps['onPick'] };

const DEEPEST = 12;

function Line({ line: { depth, name, value, path }, isPicked, onPick }: LineProps) {
  const indent = { paddingInlineStart: `${Math.min(depth, DEEPEST)}em` };
  const text = name === '' ? value : `${name}: ${value}`;
  if (path === null || !onPick)
    return (
      <p className={classes.line} style={indent}>
        {text}
      </p>
    );
  return (
    <p className={classes.line} style={indent}>
      <UnstyledButton
        className={classes.value ?? ''}
        data-picked={isPicked || undefined}
        aria-pressed={isPicked}
        aria-label={words.pick(path, value)}
        onClick={() => onPick(path)}
      >
        {text}
      </UnstyledButton>
      {isPicked && <span className={classes.inUse}>{words.isPicked}</span>}
    </p>
  );
}
