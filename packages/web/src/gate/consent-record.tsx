/** The proof of one person's consent, on a page that prints well. */
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { LoadFailed, NoSuchThing } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { sourceWords } from '../optouts/source-words.ts';
import classes from './gate.module.css';
import './print.css';

type Consent = ReplyOf<typeof calls.gate.consents>['consents'][number];

/** Sources in which the words are those of whoever brought the number. */
const WRITTEN = new Set(['import', 'upload', 'web']);

export function ConsentRecord() {
  const { CID = '' } = useParams();
  if (/^[1-9]\d{0,14}$/.test(CID)) return <RecordOf contact={Number(CID)} />;
  return (
    <Page title="Consent record" crumbs={[{ label: 'Lists', to: '/lists' }]}>
      <NoSuchThing what="contact" back={BACK} />
    </Page>
  );
}

const BACK = { label: 'Show all lists', to: '/lists' };

function RecordOf({ contact }: { contact: number }) {
  const { data, error, refetch } = useCall(calls.gate.consents, { contact });
  const crumbs = [
    { label: 'Lists', to: '/lists' },
    { label: 'Member Details', to: `/lists/member/details/0/${contact}` },
  ];
  if (error && !data)
    return (
      <Page title="Consent record" crumbs={crumbs}>
        <LoadFailed what="consent record" error={error} onRetry={() => void refetch()} back={BACK} />
      </Page>
    );
  return (
    <Page
      title="Consent record"
      crumbs={crumbs}
      width="normal"
      action={
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()} disabled={!data}>
          Print
        </Button>
      }
    >
      <article className={`card ${classes.sheet}`} data-print>
        {data ? (
          <>
            <Title order={2}>Consent record of {phoneText(data.phone)}</Title>
            <dl className={classes.facts}>
              <Fact label="Kept by">{data.account}</Fact>
              <Fact label="Contact since">
                <DateText at={data.since} />
              </Fact>
              <Fact label="Entries">{data.consents.length}</Fact>
            </dl>
            {data.consents.length === 0 ? (
              <Text mt="lg">
                Nothing is recorded for this number: it has neither opted in nor opted out by itself.
              </Text>
            ) : (
              <ol className={classes.entries}>
                {data.consents.map((consent, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the record is only ever appended to
                  <Entry key={index} consent={consent} />
                ))}
              </ol>
            )}
            <p className={classes.printed}>
              As recorded on <DateText at={new Date().toISOString()} />. Entries are never changed or removed.
            </p>
          </>
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton height={24} width={180} mb={24} />
            <Skeleton height={120} mb={16} />
            <Skeleton height={120} />
          </div>
        )}
      </article>
    </Page>
  );
}

function Entry({ consent }: { consent: Consent }) {
  const { kind, at, source, words, shown, address, note, channelName, channelNumber, listName, by } = consent;
  const { campaign, campaignName, campaignVersion } = consent;
  return (
    <li className={classes.entry}>
      <Title order={3}>{kind === 'opt-in' ? 'Opted in' : 'Opted out'}</Title>
      <dl className={classes.facts}>
        <Fact label="When">
          <DateText at={at} />
        </Fact>
        <Fact label="How">{sourceWords(source)}</Fact>
        <Fact label="Shown to the person">{shown}</Fact>
        <Fact label={WRITTEN.has(source) ? 'Stated' : 'The person’s words'}>{words && `“${words}”`}</Fact>
        <Fact label="From">{address && phoneText(address)}</Fact>
        <Fact label="Channel">{channelName && `${channelName}, ${phoneText(channelNumber)}`}</Fact>
        <Fact label="List">{listName}</Fact>
        <Fact label="Campaign">
          {campaign > 0 && `${campaignName || 'Campaign'} (id ${campaign}, version ${campaignVersion})`}
        </Fact>
        <Fact label="Note">{note}</Fact>
        <Fact label="Recorded by">{by}</Fact>
      </dl>
    </li>
  );
}

/** A line of the record; nothing where nothing is known. */
function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  if (children === '' || children === false || children === undefined) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
