/** What an SMPP carrier delivers: receipts, and texts of people. Acknowledged after it is stored. */
import type { Pdu } from 'smpp';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';
import { receiptCame } from '../hooks.ts';
import { createIncomingTexts } from './incoming-texts.ts';
import { type CarrierIds, idForms } from './message-ids.ts';
import { createSharedUser } from './shared-user.ts';
import { createSiblings } from './sibling-channels.ts';
import { receiptOf, type SmppReceipt } from './smpp-receipt.ts';
import { createUnmatchedReceipts } from './unmatched-receipts.ts';

export type DeliverSm = {
  delivered: (pdu: Pdu) => Promise<void>;
  /** The carrier's id of a message is known now: applies the receipt that came before it. */
  known: (carrierId: string, messageId: number, phone: string) => Promise<void>;
  /** A session broke: what was acknowledged just before may come again. */
  sessionLost: () => void;
  /** Applies receipts whose message has become known by other ways, or is found to be in doubt. */
  settleEarly: () => Promise<void>;
  /** Hands on what there is of long texts whose missing parts no longer come; forgets what is old. */
  sweep: () => Promise<void>;
};

export function createDeliverSm(services: Services, place: ConnectionPlace, ids: CarrierIds): DeliverSm {
  const { accountId, channelId } = place;
  const siblings = createSiblings(services, place);
  const sameUser = createSharedUser(services, place);
  const early = createUnmatchedReceipts(services, place, ids, sameUser);
  const texts = createIncomingTexts(services, place, siblings, sameUser);

  async function apply(receipt: SmppReceipt, messageId: number, of = accountId): Promise<void> {
    const { carrierId, status, code } = receipt;
    await receiptCame.one(services, of, { messageId, status, carrierId, code });
  }

  async function takeReceipt(receipt: SmppReceipt, pdu: Pdu): Promise<void> {
    const numbers = [pdu.source_addr ?? '', pdu.destination_addr ?? ''];
    const forms = idForms(receipt.carrierId);
    const digits = numbers.map((number) => number.replace(/\D/g, ''));
    const messageId =
      (await ids.find(receipt.carrierId, numbers)) ??
      (await siblings.sender(forms, digits)) ??
      // The answer may have come meanwhile.
      ids.atHand(receipt.carrierId, numbers);
    if (messageId !== null) return apply(receipt, messageId);
    const other = await sameUser.sender(forms, digits);
    if (other) await apply(receipt, other.messageId, other.accountId);
    else if (receipt.carrierId !== '') await early.keep(receipt, digits);
  }

  return {
    async delivered(pdu) {
      try {
        const receipt = receiptOf(pdu);
        if (receipt) await takeReceipt(receipt, pdu);
        else await texts.take(pdu);
      } catch (error) {
        services.log.error({ err: error, accountId, channelId }, 'what a carrier delivered was not stored');
        throw error;
      }
    },
    async known(carrierId, messageId, phone) {
      const receipt = early.take(carrierId, phone);
      if (receipt) await apply(receipt, messageId);
    },
    settleEarly: early.settle,
    sessionLost: texts.sessionLost,
    async sweep() {
      await texts.sweep();
      await ids.forgetOld();
    },
  };
}
