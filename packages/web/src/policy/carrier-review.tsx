/** `/channels/review`: what a carrier or a registry asks about a program, on a page to print. */
import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { CarrierChoice } from './carrier-choice.tsx';
import { type CarrierGap, carrierGaps } from './carrier-gaps.ts';
import { CarrierSheet } from './carrier-sheet.tsx';
import classes from './policy.module.css';
import { useCarrierPack, usePackChoice } from './use-carrier-pack.ts';
import { wordings } from './wordings.ts';

const words = wordings.carrierReview;

export function CarrierReview() {
  const choice = usePackChoice();
  const { pack, error, retry } = useCarrierPack(choice);
  const gaps = pack ? carrierGaps(pack) : [];
  return (
    <Page
      title={common.carrierReview}
      crumbs={[
        { label: common.myAccount, to: '/account' },
        { label: common.channelManager, to: '/channels' },
      ]}
      about={words.about}
      width="normal"
      action={
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()} disabled={!pack}>
          {wordings.shared.print}
        </Button>
      }
    >
      {error && !pack ? (
        <FailedState title={words.couldntLoad} error={error} onRetry={retry} />
      ) : (
        <div className={classes.review}>
          <CarrierChoice choice={choice} />
          {gaps.length > 0 && <Missing gaps={gaps} />}
          {pack ? (
            <CarrierSheet pack={pack} />
          ) : (
            <div className={`card ${classes.sheet}`} role="status" aria-label={common.loading}>
              <Skeleton height={24} width={220} mb={24} />
              <Skeleton height={160} mb={16} />
              <Skeleton height={160} />
            </div>
          )}
        </div>
      )}
    </Page>
  );
}

/** What isn't on the page, each with the way to where it is set. */
function Missing({ gaps }: { gaps: CarrierGap[] }) {
  return (
    <Notice tone="warning" title={words.missing(gaps.length)}>
      <ul className={classes.gaps}>
        {gaps.map(({ words: what, mend, to }) => (
          <li key={what}>
            {what}{' '}
            <Anchor component={Link} to={to} underline="always">
              {mend}
            </Anchor>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
