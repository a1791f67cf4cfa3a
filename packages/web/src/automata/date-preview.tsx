/** Whom the date in a tag would start in the next 30 days, by what is known now. */
import { Button, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import type { EventTrigger } from '@parley/rules/event-trigger.ts';
import { wordsOf } from '../data/toasts.ts';
import { useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { common } from '../kit/wordings.ts';
import classes from './trigger.module.css';
import { wordings } from './wordings.ts';

type DatePreviewProps = {
  trigger: EventTrigger;
  /** 0: everybody. */
  segment: number;
};

const words = wordings.trigger;
const SHOWN_DAYS = 7;

export function DatePreview({ trigger, segment }: DatePreviewProps) {
  const found = useCall(calls.automata.previewDates, { trigger, segment }, { keepPrevious: true });
  return (
    <section className={classes.preview} aria-label={words.nextDays}>
      <Title order={3}>{words.nextDays}</Title>
      {found.error && (
        <div role="alert">
          <Text c="dimmed">{wordsOf(found.error)}</Text>
          <Button variant="default" mt="xs" onClick={() => void found.refetch()}>
            {common.retry}
          </Button>
        </div>
      )}
      {!found.data && !found.error && (
        <Text c="dimmed" role="status">
          {common.loading}
        </Text>
      )}
      {found.data && !found.error && <Days {...found.data} />}
    </section>
  );
}

type DaysProps = { total: number; days: readonly { day: string; count: number }[] };

function Days({ total, days }: DaysProps) {
  if (total === 0) return <Text c="dimmed">{words.nobody}</Text>;
  return (
    <>
      <Text fw={500}>{words.wouldStart(total)}</Text>
      <dl className={classes.days}>
        {days.slice(0, SHOWN_DAYS).map(({ day, count }) => (
          <div key={day}>
            <dt>
              <DateText at={day} as="date" span />
            </dt>
            <dd>{words.onDay(count)}</dd>
          </div>
        ))}
      </dl>
      {days.length > SHOWN_DAYS && <Text c="dimmed">{words.moreDays(days.length - SHOWN_DAYS)}</Text>}
    </>
  );
}
