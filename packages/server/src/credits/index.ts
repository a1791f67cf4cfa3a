export {
  balanceOf,
  chargeCredits,
  creditsText,
  grantCredits,
  refunding,
  releaseReserved,
  reserveCredits,
  spending,
  spendReserved,
} from './balance.ts';
export { publishBalance } from './balance-events.ts';
