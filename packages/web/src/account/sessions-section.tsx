import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { FailedState } from '../kit/states.tsx';
import { agentWords } from './agent-words.ts';
import classes from './my-account.module.css';
import { Section } from './section.tsx';

/** The others are a button away. */
const SHOWN = 5;

/** Where the person is signed in, with a way to sign out there. */
export function SessionsSection() {
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useCall(calls.sessions.list, {});
  const end = useAction(calls.sessions.end, {
    invalidates: [calls.sessions.list],
    notice: 'Signed out there',
  });
  const endOthers = useAction(calls.sessions.endOthers, {
    invalidates: [calls.sessions.list],
    notice: 'Signed out everywhere else',
  });
  return (
    <Section title="Where you are signed in" about="Sign out what you do not know, and change your password.">
      {error && !data ? (
        <FailedState title="Your sessions could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={56} />
      ) : (
        <>
          <ul className={classes.team} aria-label="Sessions">
            {data.sessions
              .slice(0, all ? undefined : SHOWN)
              .map(({ id, agent, address, lastUsed, isCurrent }) => (
                <li key={id}>
                  <div className={classes.person}>
                    <Text title={agent}>{agentWords(agent)}</Text>
                    <Text c="dimmed">
                      {address} · last used <DateText at={lastUsed} as="relative" />
                    </Text>
                  </div>
                  {isCurrent ? (
                    <Badge variant="light">This one</Badge>
                  ) : (
                    <Button
                      variant="default"
                      onClick={() => end.mutate({ id })}
                      aria-label={`Sign out ${agentWords(agent)} at ${address}`}
                    >
                      Sign out
                    </Button>
                  )}
                </li>
              ))}
          </ul>
          {data.sessions.length > 1 && (
            <Group gap="xs">
              <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                Sign out everywhere else
              </Button>
              {!all && data.sessions.length > SHOWN && (
                <Button variant="subtle" onClick={() => setAll(true)}>
                  Show all {data.sessions.length}
                </Button>
              )}
            </Group>
          )}
        </>
      )}
    </Section>
  );
}
