import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';
/**
 * What the simulated carrier does with a number of the form +1 500 555 … by its last four digits, for people
 * who want to see a campaign go wrong.
 */
export const FAILURE_KINDS: readonly { ending: string; what: string; shows: string }[] = [
  {
    ending: '0001',
    what: wordings.failureKinds.acceptedThenNotDelivered,
    shows: wordings.failureKinds.shownAsNotDelivered,
  },
  { ending: '0002', what: wordings.failureKinds.refusedAtOnce, shows: wordings.failureKinds.notDelivered },
  {
    ending: '0003',
    what: wordings.failureKinds.throttledAtFirst,
    shows: wordings.failureKinds.deliveredALittleLater,
  },
  { ending: '0004', what: wordings.failureKinds.acceptedNoReceipt, shows: wordings.failureKinds.staysSent },
  {
    ending: '0005',
    what: wordings.failureKinds.acceptedButTheResponse,
    shows: wordings.failureKinds.unconfirmedUntilTheReceiptArrives,
  },
  {
    ending: '0006',
    what: wordings.failureKinds.theReceiptComesTwice,
    shows: wordings.failureKinds.deliveredCountedOnce,
  },
  { ending: '0007', what: wordings.failureKinds.theReceiptComesBefore, shows: common.delivered },
  {
    ending: '0008',
    what: wordings.failureKinds.receiptsInTheWrongOrder,
    shows: wordings.failureKinds.deliveredAndStays,
  },
  {
    ending: '0009',
    what: wordings.failureKinds.responseLost,
    shows: wordings.failureKinds.unconfirmedUntilYouResolve,
  },
];
