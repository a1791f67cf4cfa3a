import { Badge, Text, UnstyledButton } from '@mantine/core';
import { EVENT_KINDS, type EventKind } from '@parley/rules/event-kinds.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import type { Delivery } from './delivery-log.tsx';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

const words = wordings.deliveryLog;
const COLORS = { pending: 'gray', delivered: 'teal', failed: 'red' } as const;
const KINDS: Readonly<Record<string, EventKind>> = EVENT_KINDS;

/** What a kind of event is called; a test's is none of the others. */
export const eventTitle = (kind: string): string => KINDS[kind]?.words.title ?? words.testEvent;

export function DeliveryRow({ delivery, onOpen }: { delivery: Delivery; onOpen: () => void }) {
  const { kind, state, at } = delivery;
  return (
    <li>
      <UnstyledButton className={classes.delivery ?? ''} onClick={onOpen}>
        <Badge variant="light" color={COLORS[state]} tt="none" fw={500} className={classes.badge ?? ''}>
          {words.states[state]}
        </Badge>
        <span className={classes.facts}>
          <span>{eventTitle(kind)}</span>
          <Text span c="dimmed" size="sm">
            <Outcome delivery={delivery} />
          </Text>
        </span>
        <Text span c="dimmed" size="sm" className={classes.when ?? ''}>
          <DateText at={at} as="relative" span />
        </Text>
      </UnstyledButton>
    </li>
  );
}

/** What became of the last try, and when the next one is. */
export function Outcome({ delivery }: { delivery: Delivery }) {
  const { attempts, status, durationMs, state, due } = delivery;
  const answered = status === 0 ? words.noAnswer : words.answered(status, durationMs);
  const parts = [
    ...(attempts > 0 ? [answered] : []),
    ...(attempts > 1 ? [words.tries(attempts)] : []),
    ...(state === 'pending' ? [words.nextTry] : []),
  ];
  return <Filled words={parts.join(' · ')} parts={{ at: <DateText at={due} as="relative" span /> }} />;
}
