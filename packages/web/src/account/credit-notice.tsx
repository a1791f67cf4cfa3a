import type { Overview } from '@parley/contract';
import { UNPAID_HOURS } from '@parley/rules/limits.ts';
import { Notice } from '../kit/notice.tsx';
import classes from './welcome.module.css';
import { wordings } from './wordings.ts';

/** That credits ran out and replies wait for more, or that they run low; nothing while there are enough. */
export function CreditNotice({ overview }: { overview: Overview }) {
  const { attention, balance, isLow } = overview;
  if (attention.unpaid > 0)
    return (
      <div className={classes.banner}>
        <Notice tone="danger" title={wordings.outOfCredits.title}>
          {wordings.outOfCredits.text(attention.unpaid, UNPAID_HOURS)}
        </Notice>
      </div>
    );
  if (!isLow) return null;
  return (
    <div className={classes.banner}>
      <Notice tone="warning" title={wordings.lowOnCredits.title}>
        {wordings.lowOnCredits.text(balance)}
      </Notice>
    </div>
  );
}
