import { Text } from '@mantine/core';
import type { StepChange } from '@parley/engine/compare-flows.ts';
import type { Step } from '@parley/engine/flow.ts';
import { useNames } from '../editor/use-names.ts';
import { wordsOfChange } from './change-words.ts';
import classes from './versions.module.css';
import { wordings } from './wordings.ts';

/** Nobody reads more at once; the rest is counted. */
const SHOWN = 50;

type ChangeListProps = { changes: readonly StepChange[]; after: readonly Step[]; label: string };

/** What became another, step by step, in words. */
export function ChangeList({ changes, after, label }: ChangeListProps) {
  const names = useNames();
  if (changes.length === 0) return <Text c="dimmed">{wordings.changeList.noDifference}</Text>;
  return (
    <ul className={classes.changes} aria-label={label}>
      {changes.slice(0, SHOWN).map((change) => {
        const { step, kind, title, lines } = wordsOfChange(change, after, names);
        return (
          <li key={`${step} ${kind}`} data-kind={kind}>
            <Text fw={600} className="clamp-2">
              {title}
            </Text>
            {lines.map((line) => (
              <Text key={line} className={classes.line ?? ''}>
                {line}
              </Text>
            ))}
          </li>
        );
      })}
      {changes.length > SHOWN && <li>{wordings.changeList.andMore(changes.length - SHOWN)}</li>}
    </ul>
  );
}
