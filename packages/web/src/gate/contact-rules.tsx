/** Where a contact is on the clock, why we think so, and whether a message may go there now. */
import { Anchor, Skeleton, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { Link } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { DateText, formatDate } from '../kit/date-text.tsx';
import { FailedState } from '../kit/states.tsx';
import { sourceWords } from '../optouts/source-words.ts';
import classes from './gate.module.css';

type Rules = ReplyOf<typeof calls.gate.contact>;

export function ContactRules({ contact }: { contact: number }) {
  const { data, error, refetch } = useCall(calls.gate.contact, { contact });
  return (
    <section className={`card ${classes.place}`} aria-labelledby="contact-rules">
      <Title order={2} id="contact-rules">
        Sending
      </Title>
      {data ? (
        <Facts contact={contact} rules={data} />
      ) : error ? (
        <FailedState title="This could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} mt="sm" />
      )}
    </section>
  );
}

function Facts({ contact, rules: { place, optOut } }: { contact: number; rules: Rules }) {
  return (
    <dl>
      <dt>Local time</dt>
      <dd>
        <span className="tabular">{formatDate(place.localTime, 'UTC', 'time')}</span>,{' '}
        {place.zones.replaceAll('_', ' ')}
        <div className={classes.why}>{place.why}</div>
      </dd>
      <dt>Messages</dt>
      <dd>{optOut.optedOut ? 'None: this number opted out' : <Allowed place={place} />}</dd>
      <dt>Consent</dt>
      <dd>
        {optOut.optedOut && (
          <Text>
            Opted out <DateText at={optOut.at} as="relative" />, {sourceWords(optOut.source).toLowerCase()}
            {optOut.words !== '' && `: “${optOut.words}”`}
          </Text>
        )}
        <Anchor component={Link} to={`/lists/member/consent/${contact}`}>
          Consent record
        </Anchor>
      </dd>
    </dl>
  );
}

function Allowed({ place }: { place: Rules['place'] }) {
  if (place.hours === '') return 'At any hour: the channel has no quiet hours';
  if (place.open) return `May go now (${place.hours})`;
  return (
    <>
      Held until <DateText at={place.until} />
      <div className={classes.why}>{place.closedWhy}</div>
    </>
  );
}
