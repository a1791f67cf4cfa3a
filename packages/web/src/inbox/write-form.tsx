import { Button, Group, Kbd, Text } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './inbox.module.css';
import { wordings } from './wordings.ts';

type WriteFormProps = {
  /** What the button says. */
  act: string;
  /** What is written; nothing is done with blanks. */
  text: string;
  isPending: boolean;
  onWritten: () => void;
  /** What else may be written. */
  choice: ReactNode;
  children: ReactNode;
};

/** What is written to a contact or about them: done with by the button, or by Ctrl and Enter. */
export function WriteForm({ act, text, isPending, onWritten, choice, children }: WriteFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBlank = text.trim() === '';
  const finish = () => {
    if (isBlank || isPending) return;
    // The button is out of use while there is nothing to send; the next text is written where this one was.
    form.current?.querySelector('textarea')?.focus();
    onWritten();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    finish();
  };
  const finishByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) finish();
  };
  return (
    <form ref={form} className={classes.reply} onSubmit={submit} onKeyDown={finishByKey}>
      {children}
      <Group gap="sm">
        {choice}
        <Text c="dimmed" visibleFrom="sm" ml="auto">
          <Kbd>{wordings.writeForm.ctrl}</Kbd> <Kbd>{wordings.writeForm.enter}</Kbd>
        </Text>
        <Button type="submit" className={classes.send ?? ''} loading={isPending} disabled={isBlank}>
          {act}
        </Button>
      </Group>
    </form>
  );
}
