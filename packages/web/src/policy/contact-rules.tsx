/** Where a contact is on the clock, why we think so, and whether a message may go there now. */

import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { Link } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { quoted } from '../data/isolated.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText, formatDate } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { sourceWords } from '../suppression/source-words.ts';
import classes from './policy.module.css';
import { wordings } from './wordings.ts';

type Rules = ReplyOf<typeof calls.gate.contact>;

export function ContactRules({ contact }: { contact: number }) {
  const { data, error, refetch } = useCall(calls.gate.contact, { contact });
  return (
    <section className={`card ${classes.place}`} aria-labelledby="contact-rules">
      <Title order={2} id="contact-rules">
        {common.sending}
      </Title>
      {data ? (
        <Facts contact={contact} rules={data} />
      ) : error ? (
        <FailedState
          title={wordings.contactRules.couldntLoadThis}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton height={96} mt="sm" />
      )}
    </section>
  );
}

function Facts({ contact, rules: { place, optOut, pause, heldUntil } }: { contact: number; rules: Rules }) {
  return (
    <dl>
      <dt>{wordings.contactRules.localTime}</dt>
      <dd>
        <span className="tabular">{formatDate(place.localTime, 'UTC', 'time')}</span>,{' '}
        {place.zones.replaceAll('_', ' ')}
        <div className={classes.why}>{place.why}</div>
      </dd>
      <dt>{wordings.contactRules.messages}</dt>
      <dd>
        {optOut.optedOut ? (
          wordings.contactRules.noneThisNumberOptedOut
        ) : pause.until !== '' ? (
          <Paused contact={contact} pause={pause} />
        ) : (
          <Allowed place={place} />
        )}
        {!optOut.optedOut && heldUntil !== '' && (
          <div className={classes.why}>
            <Filled
              words={wordings.contactRules.conversationWaits}
              parts={{ when: <DateText at={heldUntil} span /> }}
            />
          </div>
        )}
      </dd>
      <dt>{wordings.contactRules.consent}</dt>
      <dd>
        {optOut.optedOut && (
          <Text>
            {common.optedOut} <DateText at={optOut.at} as="relative" />,{' '}
            {sourceWords(optOut.source).toLowerCase()}
            {optOut.words !== '' && `: ${quoted(optOut.words)}`}
          </Text>
        )}
        <Anchor component={Link} to={`/lists/member/consent/${contact}`}>
          {wordings.shared.consentRecord}
        </Anchor>
      </dd>
    </dl>
  );
}

/** Until when the contact wants nothing; an owner may end it. */
function Paused({ contact, pause }: { contact: number; pause: Rules['pause'] }) {
  const isOwner = useIsOwner();
  const end = useAction(calls.preferencePage.endPause, {
    invalidates: [calls.gate.contact, calls.members.timeline],
    notice: () => wordings.contactRules.pauseEnded,
  });
  return (
    <>
      <Filled
        words={wordings.contactRules.pausedUntil}
        parts={{ when: <DateText at={pause.until} as="date" /> }}
      />
      <div className={classes.why}>{wordings.contactRules.theyPaused}</div>
      {isOwner && (
        <Button
          size="compact-sm"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate({ contact })}
        >
          {wordings.contactRules.endPause}
        </Button>
      )}
    </>
  );
}

function Allowed({ place }: { place: Rules['place'] }) {
  if (place.hours === '') return wordings.contactRules.anyTime;
  if (place.open) return wordings.contactRules.mayGoNow(place.hours);
  return (
    <>
      <Filled words={wordings.contactRules.heldUntil} parts={{ when: <DateText at={place.until} span /> }} />
      <div className={classes.why}>{place.closedWhy}</div>
    </>
  );
}
