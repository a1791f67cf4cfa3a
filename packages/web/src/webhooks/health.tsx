import { Badge, Text } from '@mantine/core';
import type { calls, ReplyOf } from '@parley/contract';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { wordings } from './wordings.ts';

export type Endpoint = ReplyOf<typeof calls.webhooks.list>['endpoints'][number];

/** How an endpoint fares, in a word. */
export function HealthBadge({ endpoint: { enabled, switchedOff, failingSince } }: { endpoint: Endpoint }) {
  const [color, word] =
    switchedOff !== ''
      ? ['red', wordings.health.turnedOff]
      : !enabled
        ? ['gray', wordings.health.off]
        : failingSince !== ''
          ? ['red', wordings.health.failing]
          : ['teal', wordings.health.active];
  return (
    <Badge variant="light" color={color} tt="none" fw={500} style={{ flex: 'none' }}>
      {word}
    </Badge>
  );
}

/** How it fares, in a sentence. */
export function HealthText({ endpoint }: { endpoint: Endpoint }) {
  const { enabled, switchedOff, failingSince, lastFailure, lastSuccess, waiting } = endpoint;
  const why = wordings.health.status(lastFailure);
  const [words, at] =
    switchedOff !== ''
      ? [wordings.health.turnedOffAt(why), switchedOff]
      : !enabled
        ? [wordings.health.notListening, '']
        : failingSince !== ''
          ? [wordings.health.failingSince(why), failingSince]
          : lastSuccess !== ''
            ? [wordings.health.lastSuccess, lastSuccess]
            : [wordings.health.nothingYet, ''];
  return (
    <Text span display="block" c="dimmed" size="sm">
      <Filled words={words} parts={{ at: <DateText at={at} as="relative" span /> }} />
      {waiting > 0 && ` · ${wordings.health.waiting(waiting)}`}
    </Text>
  );
}
