import { Switch, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './automata.module.css';

type ToggleProps = {
  /** Its label, and nothing else: what is chosen stands beside the switch. */
  question: string;
  /** The answer while it is off, and while it is on. */
  words: [off: string, on: string];
  about: string;
  value: boolean;
  /** It is shown, and not changed here. */
  isFixed?: boolean;
  onChange: (value: boolean) => void;
};

/** A question with two answers, one on each side of a switch: 'Enabled?' No – Yes. */
export function Toggle({ question, words: [off, on], about, value, isFixed = false, onChange }: ToggleProps) {
  const id = useId();
  return (
    <div className={classes.toggle}>
      <Text component="label" htmlFor={id} fw={500}>
        {question}
      </Text>
      <div className={classes.answers}>
        <span data-chosen={!value || undefined}>{off}</span>
        <Switch
          id={id}
          checked={value}
          disabled={isFixed}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-describedby={`${id}-about`}
        />
        <span data-chosen={value || undefined}>{on}</span>
      </div>
      <Text id={`${id}-about`} c="dimmed">
        {about}
      </Text>
    </div>
  );
}
