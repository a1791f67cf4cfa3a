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
export { tellBalance } from './balance-news.ts';
