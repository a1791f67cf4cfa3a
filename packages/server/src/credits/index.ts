export {
  balanceOf,
  chargeCredits,
  creditsText,
  grantCredits,
  refundMessages,
  releaseReserved,
  reserveCredits,
  spendReserved,
} from './balance.ts';
export { publishBalance } from './balance-events.ts';
