import { Skeleton, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '../data/live.ts';
import { refresh, useCall } from '../data/use-call.ts';
import { CarrierAnswer } from '../kit/carrier-answer.tsx';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './connection.module.css';
import { kindTitle } from './connection-words.ts';
import type { Connection } from './use-connection-form.ts';
import { wordings } from './wordings.ts';

type Status = ReplyOf<typeof calls.connections.status>['connections'][number];

/** Processes tell of their own connections at once; what another one does is asked for this often. */
const ASK_EVERY_MS = 5_000;

/** How the connections do, as it changes. */
export function ConnectionStatus({ channel, stored }: { channel: number; stored: Connection }) {
  const status = useCall(calls.connections.status, { channel }, { refetchInterval: ASK_EVERY_MS });
  const client = useQueryClient();
  useLive('connection', ({ channelId }) => {
    if (channelId === channel) void refresh(client, calls.connections.status);
  });
  const places = [
    { place: 1, kind: stored.kind },
    ...(stored.backupKind ? [{ place: 2, kind: stored.backupKind }] : []),
  ];
  return (
    <section
      className={`card ${classes.section} ${classes.status}`}
      aria-label={wordings.connectionStatus.status}
    >
      <Title order={2}>{wordings.connectionStatus.status}</Title>
      {status.error && !status.data ? (
        <FailedState
          title={wordings.connectionStatus.couldntLoadTheStatus}
          error={status.error}
          onRetry={() => void status.refetch()}
        />
      ) : !status.data ? (
        <Skeleton height={72} role="status" aria-label={common.loading} />
      ) : (
        places.map(({ place, kind }) => (
          <OneConnection
            key={place}
            label={place === 1 ? kindTitle(kind) : wordings.connectionStatus.backup(kindTitle(kind))}
            status={status.data.connections.find((each) => each.place === place && each.kind === kind)}
          />
        ))
      )}
    </section>
  );
}

type Tone = 'good' | 'idle' | 'busy' | 'bad';

/** One word for people, one colour. */
export function toneOf(status: Status | undefined): { tone: Tone; words: string } {
  if (!status) return { tone: 'idle', words: wordings.connectionStatus.ready };
  const { circuit, link } = status;
  if (link === 'elsewhere') return { tone: 'good', words: wordings.connectionStatus.handledByAnotherProcess };
  if (circuit === 'open')
    return {
      tone: 'bad',
      words:
        link === 'lost'
          ? wordings.connectionStatus.notConnected
          : wordings.connectionStatus.stoppedConnectionProblem,
    };
  if (circuit === 'trying') return { tone: 'busy', words: wordings.connectionStatus.tryingAgain };
  if (link === 'bound') return { tone: 'good', words: wordings.connectionStatus.bound };
  if (link === 'lost') return { tone: 'bad', words: wordings.connectionStatus.connectionLost };
  if (link === 'connecting') return { tone: 'busy', words: wordings.connectionStatus.connecting };
  return { tone: 'good', words: wordings.connectionStatus.ready };
}

function OneConnection({ label, status }: { label: string; status: Status | undefined }) {
  const { tone, words } = toneOf(status);
  return (
    <div className={classes.connection}>
      <div className={classes.head}>
        <Text fw={500}>{label}</Text>
        <span className={classes.state} data-tone={tone} role="status">
          {words}
        </span>
      </div>
      {status && (
        <dl className={classes.figures}>
          <Figure label={wordings.connectionStatus.aSecond} value={rate(status.perSecond)} />
          <Figure
            label={wordings.connectionStatus.inFlight}
            value={wordings.connectionStatus.inFlightOf(status.inFlight, status.window)}
          />
        </dl>
      )}
      {status && status.code !== '' && (
        <div className={classes.trouble}>
          <Text c="dimmed">
            {status.troubleAt === '' ? (
              wordings.connectionStatus.lastProblem
            ) : (
              <Filled
                words={wordings.connectionStatus.lastProblemAt}
                parts={{ when: <DateText at={status.troubleAt} as="relative" span /> }}
              />
            )}
          </Text>
          <CarrierAnswer code={status.code} reason={status.reason} />
        </div>
      )}
    </div>
  );
}

/** 0, 0.4, 12 */
const rate = (perSecond: number) =>
  formatNumber(perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond));

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}
