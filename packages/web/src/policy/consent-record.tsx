/** The proof of one person's consent, on a page that prints well. */

import { Button, Skeleton, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconPrinter } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { isolatedName, quoted } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { LoadFailed, NoSuchThing } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import { sourceWords } from '../suppression/source-words.ts';
import { Fact } from './fact.tsx';
import classes from './policy.module.css';
import { wordings } from './wordings.ts';

type Consent = ReplyOf<typeof calls.gate.consents>['consents'][number];

/** Sources in which the words are those of whoever brought the number. */
const WRITTEN = new Set(['import', 'upload', 'web']);

export function ConsentRecord() {
  const { CID = '' } = useParams();
  if (/^[1-9]\d{0,14}$/.test(CID)) return <RecordOf contact={Number(CID)} />;
  return (
    <Page title={wordings.shared.consentRecord} crumbs={[{ label: common.lists, to: '/lists' }]}>
      <NoSuchThing what={wordings.consentRecord.contact} back={BACK} />
    </Page>
  );
}

const BACK = { label: common.showAllLists, to: '/lists' };

function RecordOf({ contact }: { contact: number }) {
  const { data, error, refetch } = useCall(calls.gate.consents, { contact });
  const crumbs = [
    { label: common.lists, to: '/lists' },
    { label: wordings.consentRecord.memberDetails, to: `/lists/member/details/0/${contact}` },
  ];
  if (error && !data)
    return (
      <Page title={wordings.shared.consentRecord} crumbs={crumbs}>
        <LoadFailed
          what={wordings.consentRecord.consentRecordInSentence}
          error={error}
          onRetry={() => void refetch()}
          back={BACK}
        />
      </Page>
    );
  return (
    <Page
      title={wordings.shared.consentRecord}
      of={data && phoneText(data.phone)}
      crumbs={crumbs}
      width="normal"
      action={
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()} disabled={!data}>
          {wordings.shared.print}
        </Button>
      }
    >
      <article className={`card ${classes.sheet}`} data-print>
        {data ? (
          <>
            <Title order={2}>{wordings.consentRecord.consentRecordOf(phoneText(data.phone))}</Title>
            <dl className={classes.facts}>
              <Fact label={wordings.consentRecord.keptBy}>{data.account}</Fact>
              <Fact label={wordings.consentRecord.contactSince}>
                <DateText at={data.since} />
              </Fact>
              <Fact label={wordings.consentRecord.entries}>{data.consents.length}</Fact>
            </dl>
            {data.consents.length === 0 ? (
              <Text mt="lg">{wordings.consentRecord.nothingOnRecord}</Text>
            ) : (
              <ol className={classes.entries}>
                {data.consents.map((consent, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the record is only ever appended to
                  <Entry key={index} consent={consent} />
                ))}
              </ol>
            )}
            <p className={classes.printed}>
              <Filled
                words={wordings.consentRecord.asRecordedOn}
                parts={{ day: <DateText at={new Date().toISOString()} span /> }}
              />
            </p>
          </>
        ) : (
          <div role="status" aria-label={common.loading}>
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
      <Title order={3}>{kind === 'opt-in' ? wordings.consentRecord.optedIn : common.optedOut}</Title>
      <dl className={classes.facts}>
        <Fact label={wordings.consentRecord.when}>
          <DateText at={at} />
        </Fact>
        <Fact label={wordings.consentRecord.how}>{sourceWords(source)}</Fact>
        <Fact label={wordings.consentRecord.shownToThePerson}>{shown}</Fact>
        <Fact
          label={WRITTEN.has(source) ? wordings.consentRecord.stated : wordings.consentRecord.thePersonsWords}
        >
          {words && quoted(words)}
        </Fact>
        <Fact label={wordings.shared.from}>{address && phoneText(address)}</Fact>
        <Fact label={common.channel}>
          {channelName && `${isolatedName(channelName)}, ${phoneText(channelNumber)}`}
        </Fact>
        <Fact label={common.list}>{listName}</Fact>
        <Fact label={common.campaign}>
          {campaign > 0 &&
            `${isolatedName(campaignName) || 'Campaign'} (id ${campaign}, version ${campaignVersion})`}
        </Fact>
        <Fact label={common.note}>{note}</Fact>
        <Fact label={wordings.consentRecord.recordedBy}>{by}</Fact>
      </dl>
    </li>
  );
}
