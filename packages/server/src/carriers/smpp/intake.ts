/** What an SMPP carrier delivers: receipts, and texts of people. Acknowledged after it is stored. */

import { createHash } from 'node:crypto';
import type { Pdu } from 'smpp';
import { storable } from '../../platform/db/storable.ts';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';
import { receiptCame, textCame } from '../hooks.ts';
import { senderPhone, storeOddText } from '../odd-senders.ts';
import { type CarrierIds, idForms } from './ids.ts';
import { addPart, incompleteSince, type Joined, removeParts } from './inbound-parts.ts';
import { receiptOf, type SmppReceipt } from './receipt.ts';
import { createSameUser } from './same-user.ts';
import { createSiblings } from './siblings.ts';
import { incomingText } from './text.ts';
import { createUnmatchedReceipts } from './unmatched-receipts.ts';

/**
 * SMPP gives texts no id: the same words from the same number within this time are the same text sent again.
 */
const AGAIN_MS = 3_000;
/**
 * The carrier may not have heard our last acknowledgements when a session breaks: it sends those texts again.
 */
const UNSURE_MS = 5_000;
const AGAIN_AFTER_BREAK_MS = 60_000;
const PARTS_MS = 10 * 60_000;

export type Intake = {
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

type Receiver = { accountId: number; channelId: number };

/** `until`: the same words before that are the same text. */
type Seen = { id: string; at: number; until: number };

export function createIntake(services: Services, place: ConnectionPlace, ids: CarrierIds): Intake {
  const { accountId, channelId } = place;
  const siblings = createSiblings(services, place);
  const sameUser = createSameUser(services, place);
  const early = createUnmatchedReceipts(services, place, ids, sameUser);
  const seen = new Map<string, Seen>();
  let count = 0;

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

  async function takeText(pdu: Pdu): Promise<void> {
    // Parts of a long text are joined by whoever wrote them, phone or not.
    const from = phoneOf(pdu) ?? oddSender(pdu);
    const { text, part } = incomingText(pdu);
    const to = await receiverOf(pdu.destination_addr ?? '');
    if (part === null) return takeWhole(to, from, text);
    const received = { ...to, phone: from, text, ...part };
    const joined = await addPart(services.db, received, services.clock.now());
    if (joined) await takeJoined(joined);
  }

  /**
   * The channel that has the number: of this account, else of another one that is the same user of the
   * centre, else this one.
   */
  async function receiverOf(destination: string): Promise<Receiver> {
    const own = await siblings.receiving(destination);
    if (own.isSure) return { accountId, channelId: own.channelId };
    return (await sameUser.receiving(destination)) ?? { accountId, channelId };
  }

  async function takeWhole(to: Receiver, from: string, text: string): Promise<void> {
    const key = createHash('sha256')
      .update(`${to.channelId} ${from} ${text}`)
      .digest('base64url')
      .slice(0, 22);
    const now = performance.now();
    const before = seen.get(key);
    const again = before !== undefined && now < before.until;
    count += 1;
    const one: Seen = again
      ? before
      : { id: `${key}-${services.clock.now().getTime()}-${count}`, at: now, until: Number.POSITIVE_INFINITY };
    seen.set(key, one);
    await hand(to, from, text, one.id);
    one.until = performance.now() + AGAIN_MS;
  }

  async function takeJoined(joined: Joined): Promise<void> {
    const { phone, reference, total, since, text } = joined;
    await hand(
      { accountId: joined.accountId, channelId: joined.channelId },
      phone,
      text,
      `${phone}-${reference}-${total}-${since.getTime()}`,
    );
    await removeParts(services.db, joined);
  }

  async function hand(to: Receiver, from: string, text: string, carrierMessageId: string): Promise<void> {
    const common = { ...to, text, carrierMessageId, at: services.clock.now() };
    if (from.startsWith('+')) await textCame.one(services, { ...common, phone: from });
    else await storeOddText(services, { ...common, sender: from });
  }

  return {
    async delivered(pdu) {
      try {
        const receipt = receiptOf(pdu);
        if (receipt) await takeReceipt(receipt, pdu);
        else await takeText(pdu);
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
    sessionLost() {
      const now = performance.now();
      for (const each of seen.values())
        if (now - each.at < UNSURE_MS) each.until = Math.max(each.until, now + AGAIN_AFTER_BREAK_MS);
    },
    async sweep() {
      const now = performance.now();
      for (const [key, { until }] of seen) if (now > until) seen.delete(key);
      const before = new Date(services.clock.now().getTime() - PARTS_MS);
      for (const joined of await incompleteSince(services.db, accountId, channelId, before))
        await takeJoined(joined);
      await ids.forgetOld();
    },
  };
}

const INTERNATIONAL = 1;
const ALPHANUMERIC = 5;

/** Never with the plus that a phone has. */
const oddSender = ({ source_addr: written = '' }: Pdu) => storable(written, 64).replace(/^[\s+]+/, '') || '?';

function phoneOf({ source_addr: written = '', source_addr_ton: type }: Pdu): string | null {
  if (type === ALPHANUMERIC) return null;
  return senderPhone(type === INTERNATIONAL ? `+${written.replace(/^[\s+]+/, '')}` : written);
}
