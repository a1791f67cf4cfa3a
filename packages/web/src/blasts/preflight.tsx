/**
 * What to look at before Send Now: a question of its own, which neither the counts nor the button wait for.
 */
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { languageName } from '@parley/rules/languages.ts';
import { displayPhone } from '@parley/rules/phone.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useZone } from '../data/use-account.ts';
import { useCall } from '../data/use-call.ts';
import { Bubble } from '../kit/bubble.tsx';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './preflight.module.css';
import { credits, people, type Review, reviewForm, segments as segmentWords } from './review.ts';
import { endWords, speedWords } from './schedule.ts';
import type { Version } from './use-versions.ts';
import type { Wizard } from './use-wizard.ts';
import { lowerFirst, wordings } from './wordings.ts';

type Found = ReplyOf<typeof calls.blast.preflight>;

/** Asked again after this time: people write, opt out and get other texts meanwhile. */
const FRESH_MS = 60_000;
const LINKS_SHOWN = 5;

export function Preflight({ wizard, versions }: { wizard: Wizard; versions: Version[] }) {
  const { campaign, draft } = wizard;
  const { review, isStale, error } = wizard.review;
  const isReady = review !== undefined && !isStale && error === null && review.eligible > 0;
  const query = useCall(
    calls.blast.preflight,
    { ...reviewForm(campaign, draft), schedule: draft.startAt, localTime: draft.localTime ?? false },
    { enabled: isReady, staleTime: FRESH_MS },
  );
  if (!isReady) return null;
  return (
    <section className={classes.preflight} aria-labelledby="preflight">
      <Title order={3} id="preflight" className={classes.title}>
        {wordings.preflight.beforeItGoesOut}
      </Title>
      {query.error ? (
        <Notice tone="warning" title={wordings.preflight.couldntCheckThis}>
          {wordsOf(query.error)} {wordings.preflight.youCanStillSend}{' '}
          <Anchor
            component="button"
            type="button"
            onClick={() => void query.refetch()}
            underline="always"
            c="inherit"
          >
            {common.retry}
          </Anchor>
        </Notice>
      ) : query.data ? (
        <>
          <Checks found={query.data} review={review} draft={draft} />
          <Examples found={query.data} versions={versions} />
        </>
      ) : (
        <Stack gap="sm" role="status" aria-label={wordings.preflight.checking}>
          <Skeleton height={20} />
          <Skeleton height={20} width="85%" />
          <Skeleton height={20} width="70%" />
          <Skeleton height={64} width="80%" mt="xs" />
        </Stack>
      )}
    </section>
  );
}

type ChecksProps = { found: Found; review: Review; draft: Wizard['draft'] };

function Checks({ found, review, draft }: ChecksProps) {
  const { segments, held, repeated, missing, languages, links, optsInSilently } = found;
  return (
    <ul className={classes.checks}>
      <Check title={wordings.preflight.atMost(segmentWords(segments), credits(review.creditsNeeded))}>
        {wordings.preflight.carriersCountSegments}
      </Check>
      <Finish found={found} review={review} draft={draft} />
      <TooLong found={found} review={review} />
      {held > 0 ? (
        <Held found={found} />
      ) : (
        <Check
          title={
            draft.localTime ? wordings.shared.atEachContactsLocalTime : wordings.preflight.quietHoursHoldNoOne
          }
        />
      )}
      {repeated > 0 ? (
        <Check look title={wordings.preflight.thisTextWent(repeated)}>
          {wordings.preflight.fromThisCampaignOrAnother}
        </Check>
      ) : (
        <Check title={wordings.preflight.noneOfThemGot} />
      )}
      {missing.map(({ tag, count }) => (
        <Check key={tag} look title={wordings.preflight.withoutAValue(people(count), tag)}>
          {wordings.preflight.theyllSeeTheDefault}
        </Check>
      ))}
      {languages.length > 0 && (
        <Check title={languages.map(languageWords).join(', ')}>{wordings.preflight.byTheirLanguage}</Check>
      )}
      {optsInSilently && (
        <Check look title={wordings.optsInSilentlyTitle}>
          {wordings.optsInSilently}
        </Check>
      )}
      {links.length > 0 && (
        <Check
          title={links.length === 1 ? wordings.preflight.oneLink : `${formatNumber(links.length)} links`}
        >
          <LinkList links={links} />
        </Check>
      )}
    </ul>
  );
}

const languageWords = ({ language, count }: Found['languages'][number]) =>
  wordings.preflight.inLanguage(people(count), language === '' ? '' : languageName(language));

function Check({ look, title, children }: { look?: boolean; title: string; children?: ReactNode }) {
  const Icon = look ? IconAlertTriangle : IconCircleCheck;
  return (
    <li data-look={look || undefined}>
      <Icon
        size={18}
        stroke={1.75}
        role="img"
        aria-label={look ? wordings.preflight.worthALook : wordings.preflight.inOrder}
      />
      <div>
        <span className="tabular">{title}</span>
        {children && (
          <Text component="div" c="dimmed">
            {children}
          </Text>
        )}
      </div>
    </li>
  );
}

/** At the channel's speed; who is held back comes after that. */
function Finish({ found: { segments }, review, draft }: ChecksProps) {
  const zone = useZone();
  if (draft.localTime) return null;
  const { segmentsPerMinute, segmentsPerDay } = review;
  const end = endWords(draft.startAt, zone, new Date(), { segments, segmentsPerMinute, segmentsPerDay });
  return end ? (
    <Check title={wordings.preflight.theLastOneGoesOut(lowerFirst(end))}>
      {wordings.preflight.theChannelMaySendSegments(speedWords(review))}
    </Check>
  ) : (
    <Check title={wordings.preflight.asFastAsTheCarrier}>{wordings.preflight.theChannelHasNoSpeed}</Check>
  );
}

/** The examples have the longest texts among them. */
function TooLong({ found: { examples }, review: { segmentsPerDay } }: Omit<ChecksProps, 'draft'>) {
  const longest = Math.max(0, ...examples.map(({ segments }) => segments));
  if (segmentsPerDay === 0 || longest <= segmentsPerDay) return null;
  return (
    <Check look title={wordings.preflight.aTextOfSegments(longest)}>
      {wordings.preflight.theChannelMaySendSegmentsSentence(segmentsPerDay)}
    </Check>
  );
}

function Held({ found: { held, heldUntil } }: { found: Found }) {
  const zone = useZone();
  return (
    <Check look title={wordings.preflight.heldBackByQuietHours(people(held))}>
      {wordings.preflight.itsQuietHours(formatDate(heldUntil, zone), zoneName(zone, new Date(heldUntil)))}
    </Check>
  );
}

function LinkList({ links }: { links: Found['links'] }) {
  return (
    <ul className={classes.links}>
      {links.slice(0, LINKS_SHOWN).map(({ url }) => (
        <li key={url}>
          <Anchor href={url} target="_blank" rel="noreferrer" underline="always">
            {url}
          </Anchor>
        </li>
      ))}
      {links.length > LINKS_SHOWN && <li>{wordings.preflight.andMore(links.length - LINKS_SHOWN)}</li>}
    </ul>
  );
}

function Examples({ found: { examples }, versions }: { found: Found; versions: Version[] }) {
  const letterOf = (id: number) => versions.find((version) => version.id === id)?.letter;
  return (
    <div>
      <Text c="dimmed">
        {examples.length === 1
          ? wordings.preflight.everyoneGetsTheSameText
          : wordings.preflight.theTextsThatDifferMost}
      </Text>
      <div className={classes.examples}>
        {examples.map(({ phone, campaign, text, credits: price, segments }) => (
          <Bubble
            key={`${phone} ${campaign}`}
            side="in"
            meta={[
              versions.length > 1 && wordings.preflight.version(letterOf(campaign) ?? ''),
              wordings.preflight.toPhone(displayPhone(phone)),
              credits(price),
              segmentWords(segments),
            ]
              .filter(Boolean)
              .join(' · ')}
          >
            {text}
          </Bubble>
        ))}
      </div>
    </div>
  );
}
