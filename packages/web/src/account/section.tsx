import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './my-account.module.css';

/**
 * One part of My Account: what it is about, and beside it (below, where there is no room) the card that holds
 * it.
 */
export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div className={classes.words}>
        <Title order={2}>{title}</Title>
        {about && <Text c="dimmed">{about}</Text>}
      </div>
      <div className={`card ${classes.card}`}>{children}</div>
    </section>
  );
}
