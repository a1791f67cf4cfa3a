import { Button, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useUnsaved } from '../data/unsaved.ts';
import classes from './my-account.module.css';
import { Section } from './section.tsx';

type SentFormProps = {
  children: ReactNode;
  action: string;
  onSubmit: () => void;
  isReady: boolean;
  isPending: boolean;
  /** A browser may fill them in by itself: nobody is asked about them when leaving. */
  isFilledIn?: boolean;
  /** A failure that no field shows. */
  failure: Error | null;
};

/** A section of My Account whose fields are sent together by one button. */
export const ChangeForm = ({ title, about, ...form }: SentFormProps & { title: string; about: string }) => (
  <Section title={title} about={about}>
    <SentForm {...form} />
  </Section>
);

/** Fields that are sent together by one button. */
export function SentForm(props: SentFormProps) {
  useUnsaved(props.isReady && !props.isFilledIn);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onSubmit();
  };
  return (
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
  );
}
