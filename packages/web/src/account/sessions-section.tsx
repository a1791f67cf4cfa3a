import { Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { FailedState } from '../kit/states.tsx';
import { agentWords } from './agent-words.ts';
import classes from './my-account.module.css';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

/** The others are a button away. */
const SHOWN = 5;

/** Where the person is signed in, with a way to sign out there. */
export function SessionsSection() {
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useCall(calls.sessions.list, {});
  const end = useAction(calls.sessions.end, {
    invalidates: [calls.sessions.list],
    notice: wordings.sessionsSection.signedOutThere,
  });
  const endOthers = useAction(calls.sessions.endOthers, {
    invalidates: [calls.sessions.list],
    notice: wordings.sessionsSection.signedOutEverywhereElse,
  });
  return (
    <Section
      title={wordings.sessionsSection.whereYoureSigned}
      about={wordings.sessionsSection.seeADeviceYouDont}
    >
      {error && !data ? (
        <FailedState
          title={wordings.sessionsSection.couldntLoadYourSessions}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Skeleton height={56} />
      ) : (
        <>
          <ul className={classes.team} aria-label={wordings.sessionsSection.sessions}>
            {data.sessions
              .slice(0, all ? undefined : SHOWN)
              .map(({ id, agent, address, lastUsed, isCurrent }) => (
                <li key={id}>
                  <div className={classes.person}>
                    <Text title={agent}>{agentWords(agent)}</Text>
                    <Text c="dimmed">
                      <Filled
                        words={wordings.sessionsSection.lastUsed}
                        parts={{ address, when: <DateText at={lastUsed} as="relative" span /> }}
                      />
                    </Text>
                  </div>
                  {isCurrent ? (
                    <Badge variant="light">{wordings.sessionsSection.thisDevice}</Badge>
                  ) : (
                    <Button
                      variant="default"
                      onClick={() => end.mutate({ id })}
                      aria-label={wordings.sessionsSection.signOutAt(agentWords(agent), address)}
                    >
                      {wordings.sessionsSection.signOut}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
          {data.sessions.length > 1 && (
            <Group gap="xs">
              <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate({})}>
                {wordings.sessionsSection.signOutEverywhereElse}
              </Button>
              {!all && data.sessions.length > SHOWN && (
                <Button variant="subtle" onClick={() => setAll(true)}>
                  {wordings.sessionsSection.showAll(data.sessions.length)}
                </Button>
              )}
            </Group>
          )}
        </>
      )}
    </Section>
  );
}
