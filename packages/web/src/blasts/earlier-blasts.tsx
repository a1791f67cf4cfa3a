import { Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { Link } from 'react-router';
import { useLive } from '../data/live.ts';
import { usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { formatNumber, formatPercent } from '../kit/numbers.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import classes from './blast.module.css';
import { people } from './review.ts';
import { StateBadge } from './state-badge.tsx';
import { type Blast, handedOver } from './states.ts';
import { wordings } from './wordings.ts';

const rowsOf = (reply: { blasts: Blast[] }) => reply.blasts;
const idOf = (blast: Blast) => blast.id;

/** The campaign's blasts, also those that are still to start; nothing is shown while there is none. */
export function EarlierBlasts({ campaign }: { campaign: number }) {
  const pages = usePages(calls.blast.list, { campaign, from: '', to: '' }, { rowsOf, idOf });
  useLive('blast', (message) => {
    if (message.campaignId === campaign && message.state !== 'running') pages.retry();
  });
  if (pages.items.length === 0) return null;
  return (
    <section className={classes.earlier}>
      <Title order={2} mb="sm">
        {wordings.earlierBlasts.blastsOfThisCampaign}
      </Title>
      <VirtualList items={pages.items} rowHeight={45} keyOf={idOf} className={`card ${classes.blasts}`}>
        {(blast) => <BlastRow campaign={campaign} blast={blast} />}
      </VirtualList>
      <InfiniteScroll {...pages} />
    </section>
  );
}

function BlastRow({ campaign, blast }: { campaign: number; blast: Blast }) {
  return (
    <Link to={`/blast/${campaign}/live/${blast.id}`} className={classes.blast}>
      <span className={classes.blastWhen}>
        <DateText at={blast.startedAt || blast.scheduledFor} fw={600} />
      </span>
      <StateBadge state={blast.state} />
      <span className={`tabular ${classes.blastFigures}`}>
        <span>{people(blast.total)}</span>
        {/* Nothing has come back from what is yet to start. */}
        <span>
          {blast.startedAt !== '' && `${formatPercent(blast.delivered, handedOver(blast))} delivered`}
        </span>
        <span>{blast.startedAt !== '' && `${formatNumber(blast.replied)} replied`}</span>
      </span>
    </Link>
  );
}
