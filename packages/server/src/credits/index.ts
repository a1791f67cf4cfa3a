export {
  balanceOf,
  creditsText,
  grantCredits,
  hasGrant,
  lockBalance,
  releaseReserved,
  reserveCredits,
  spendReserved,
} from './balance.ts';
export { publishBalance } from './balance-events.ts';
export { chargeCredits, refunding, spending } from './charge.ts';
