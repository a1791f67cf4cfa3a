import { Anchor, Group, Text, Title } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useZone } from '../data/use-account.ts';
import { CarrierAnswer } from '../kit/carrier-answer.tsx';
import { formatDate, zoneName } from '../kit/date-text.tsx';
import { LoadFailed, NoSuchThing } from '../kit/load-failed.tsx';
import { Notice } from '../kit/notice.tsx';
import { formatDuration, ProgressBar } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { BlastActions } from './blast-actions.tsx';
import { Figures, OutcomeBar } from './figures.tsx';
import classes from './live.module.css';
import { PretendChannel } from './pretend.tsx';
import { ReasonsTable } from './reasons-table.tsx';
import { credits } from './review.ts';
import { StateBadge } from './state-badge.tsx';
import {
  type Blast,
  doneOf,
  handedOver,
  isOpen,
  isUnderWay,
  STATE_WORDS,
  standsStill,
  waitsUntil,
} from './states.ts';
import { BlastUnconfirmed } from './unconfirmed-list.tsx';
import { useProgress, useSendRate } from './use-progress.ts';
import { Variants } from './variants.tsx';
import { wordings } from './wordings.ts';

/** /blast/{CID}/live/{BLASTID}: one blast while it goes out, and what became of it. */
export function LivePage() {
  const { CID = '', BLASTID = '' } = useParams();
  const back = { label: wordings.livePage.showTheCampaignsBlasts, to: `/blast/${CID}` };
  if (/^[1-9]\d{0,14}$/.test(BLASTID)) return <Live campaign={CID} id={Number(BLASTID)} back={back} />;
  return (
    <Page title={common.blast}>
      <NoSuchThing what={wordings.livePage.blastInSentence} back={back} />
    </Page>
  );
}

/** Of the progress, the figures and the reasons. */
const LOADING_HEIGHTS = [104, 102, 260];

type LiveProps = { campaign: string; id: number; back: { label: string; to: string } };

function Live({ campaign, id, back }: LiveProps) {
  const { progress, reasons } = useProgress(id);
  const blast = progress.data;
  const rate = useSendRate(blast);
  const hasStarted = blast?.startedAt !== '';
  return (
    <Page
      title={blast?.name || common.blast}
      crumbs={[
        { label: common.campaignEditor, to: `/campaign/editor/${campaign}` },
        { label: wordings.shared.blastControl, to: `/blast/${campaign}` },
      ]}
      {...(blast && {
        heading: (
          <Group gap="sm">
            <Title order={1} className="clamp-2">
              {blast.name || common.blast}
            </Title>
            <StateBadge state={blast.state} large />
          </Group>
        ),
      })}
      about={blast ? <When blast={blast} /> : '\u00a0'}
      tools={blast && <BlastActions blast={blast} asOf={progress.dataUpdatedAt} />}
    >
      {progress.error && !blast ? (
        <LoadFailed
          what={wordings.livePage.blastInSentence}
          error={progress.error}
          onRetry={() => void progress.refetch()}
          back={back}
        />
      ) : !blast ? (
        <div className={classes.screen}>
          {LOADING_HEIGHTS.map((height) => (
            <LoadingCards key={height} cards={1} height={height} shape="title" />
          ))}
        </div>
      ) : (
        <div className={classes.screen}>
          {blast.state === 'paused' && blast.pauseReason !== '' && (
            <Notice tone="danger" title={hasStarted ? wordings.pausedTitle : wordings.notStartedTitle}>
              {blast.pauseReason} {hasStarted ? wordings.paused : wordings.notStarted}
            </Notice>
          )}
          {blast.state === 'cancelled' && blast.pauseReason !== '' && (
            <Notice title={wordings.cancelledTitle}>{blast.pauseReason}</Notice>
          )}
          {standsStill(blast) && (
            <Notice tone="warning" title={wordings.livePage.sendingIsOnHold}>
              <CarrierAnswer code={blast.troubleCode} reason={blast.troubleReason} />
              {wordings.livePage.itResumesAutomaticallyOnce}{' '}
              <Anchor component={Link} underline="always" to={`/channels/settings/${blast.channel}`}>
                {wordings.livePage.checkTheChannel}
              </Anchor>
            </Notice>
          )}
          <PretendChannel channel={blast.channel} />
          <section className={`card ${classes.progress}`} aria-label={wordings.livePage.progress}>
            <ProgressBar
              label={common.sent}
              done={blast.state === 'cancelled' ? handedOver(blast) : doneOf(blast)}
              total={blast.total}
              {...(isUnderWay(blast) && rate > 0 && { perSecond: rate })}
            />
            <Text c="dimmed">
              <StateLine blast={blast} />{' '}
              {wordings.livePage.weStopTrying(formatDuration(blast.timeToLive * 60))}
            </Text>
          </section>
          <Figures blast={blast} />
          <Variants blast={blast.id} began={blast.startedAt || blast.scheduledFor} />
          {blast.unknown > 0 && <BlastUnconfirmed blast={blast.id} isOpen={isOpen(blast)} />}
          <section className={`card ${classes.outcome}`}>
            <Title order={2}>{wordings.livePage.deliveryResults}</Title>
            <OutcomeBar blast={blast} />
            <ReasonsTable blast={blast.id} query={reasons} />
          </section>
        </div>
      )}
    </Page>
  );
}

function When({ blast }: { blast: Blast }) {
  const zone = useZone();
  const at = (moment: string) => `${formatDate(moment, zone)} ${zoneName(zone, new Date(moment))}`;
  if (blast.startedAt === '')
    return (willStart(blast) ? wordings.livePage.starts : wordings.livePage.scheduledFor)(
      at(blast.scheduledFor),
    );
  if (blast.finishedAt === '') return wordings.livePage.started(at(blast.startedAt));
  const duration = formatDuration(secondsBetween(blast.startedAt, blast.finishedAt));
  return wordings.livePage.startedAndEnded(at(blast.startedAt), duration);
}

/** By itself: one that is paused past its time starts when it is resumed. */
const willStart = (blast: Blast) =>
  isUnderWay(blast) || (blast.state === 'paused' && Date.parse(blast.scheduledFor) > Date.now());

const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;

function StateLine({ blast }: { blast: Blast }) {
  const zone = useZone();
  const until = waitsUntil(blast);
  const about =
    until === ''
      ? standsStill(blast)
        ? wordings.livePage.theRestIsWaiting
        : STATE_WORDS[blast.state].about
      : wordings.livePage.theRestWaits(formatDate(until, zone), zoneName(zone, new Date(until)));
  const spent = `${credits(blast.credits)} spent${isOpen(blast) ? wordings.livePage.soFar : ''}.`;
  return blast.state === 'scheduled' ? about : `${about} ${spent}`;
}
