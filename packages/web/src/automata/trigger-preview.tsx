/** To whom it happened in the last 30 days: what can be known of it before it is switched on. */
import { Text, Title } from '@mantine/core';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import { parseSegment } from '@parley/rules/segment.ts';
import { CountedPeople, type PropertyDraft, useCount } from '../segments/index.ts';
import classes from './trigger.module.css';
import { wordings } from './wordings.ts';

type TriggerPreviewProps = {
  event: EventKindName;
  where: readonly PropertyDraft[];
  /** 0: everybody. */
  segment: number;
};

const words = wordings.trigger;
const DAYS = 30;

export function TriggerPreview(props: TriggerPreviewProps) {
  const { event } = props;
  return (
    <section className={classes.preview} aria-label={words.preview}>
      <Title order={3}>{words.preview}</Title>
      {EVENT_KINDS[event].kept ? <Counted {...props} /> : <Text c="dimmed">{words.notKept}</Text>}
    </section>
  );
}

function Counted({ event, where, segment }: TriggerPreviewProps) {
  const happened = { on: 'event', event, did: true, times: 1, when: { in: 'last', days: DAYS }, where };
  const people = segment > 0 ? [{ on: 'segment', is: 'in', value: [segment] }] : [];
  const count = useCount(parseSegment({ match: 'all', of: [...people, happened] }).tree ?? null, 0);
  return (
    <>
      <Text c="dimmed">{words.previewAbout}</Text>
      <CountedPeople count={count} />
    </>
  );
}
