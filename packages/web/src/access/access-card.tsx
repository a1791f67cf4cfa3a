import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './access-card.module.css';
import { CLAIM } from './claim.ts';
import { Conversation } from './conversation.tsx';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

type AccessCardProps = {
  title: string;
  about?: ReactNode;
  /** Why the last try failed; shown in the card, at the place where the person looks. */
  error?: unknown;
  children: ReactNode;
  /** Links below the card. */
  foot?: ReactNode;
};

/** The frame of the pages before signing in: one card, and beside it what the product is about. */
export function AccessCard({ title, about, error, children, foot }: AccessCardProps) {
  useEffect(() => {
    document.title = wordings.accessCard.parley(title);
  }, [title]);
  return (
    <div className={classes.page}>
      <section className={classes.side}>
        <p className={classes.claim} aria-hidden>
          {CLAIM}
        </p>
        <div className={`card ${classes.card}`}>
          <div>
            <Title order={1}>{title}</Title>
            {about && (
              <Text c="dimmed" mt={4}>
                {about}
              </Text>
            )}
          </div>
          <Problem error={error} />
          {children}
        </div>
        {foot && (
          <Text c="dimmed" ta="center">
            {foot}
          </Text>
        )}
      </section>
      <Conversation />
    </div>
  );
}
