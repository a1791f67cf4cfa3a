import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './my-account.module.css';

/** One card of My Account. */
export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  return (
    <section className={`card ${classes.section}`}>
      <div>
        <Title order={2}>{title}</Title>
        {about && <Text c="dimmed">{about}</Text>}
      </div>
      {children}
    </section>
  );
}
