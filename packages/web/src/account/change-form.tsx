import { Button, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { wordsOf } from '../data/toasts.ts';
import classes from './my-account.module.css';
import { Section } from './section.tsx';

type ChangeFormProps = {
  title: string;
  about: string;
  children: ReactNode;
  action: string;
  onSubmit: () => void;
  isReady: boolean;
  isPending: boolean;
  /** A failure that no field shows. */
  failure: Error | null;
};

/** A section of My Account whose fields are sent together by one button. */
export function ChangeForm(props: ChangeFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
    <Section title={props.title} about={props.about}>
      <form onSubmit={submit} className={classes.form}>
        <div className={classes.fields}>{props.children}</div>
        <div className={classes.foot}>
          <Button type="submit" variant="default" loading={props.isPending} disabled={!props.isReady}>
            {props.action}
          </Button>
          {props.failure && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordsOf(props.failure)}
            </Text>
          )}
        </div>
      </form>
    </Section>
  );
}
