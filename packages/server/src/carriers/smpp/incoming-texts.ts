/** Texts of people that an SMPP carrier delivers: joined of their parts, each handed on once. */
import { createHash } from 'node:crypto';
import type { Pdu } from 'smpp';
import { storable } from '../../platform/db/storable.ts';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';
import { textStreamed } from '../hooks.ts';
import { senderPhone, storeNonPhoneText } from '../non-phone-senders.ts';
import { addPart, incompleteSince, type Joined, removeParts } from './inbound-parts.ts';
import type { SharedUser } from './shared-user.ts';
import type { Siblings } from './sibling-channels.ts';
import { incomingText } from './smpp-text.ts';

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

type Receiver = { accountId: number; channelId: number };

export type IncomingTexts = {
  /** Resolves when it is stored. */
  take: (pdu: Pdu) => Promise<void>;
  /** What was acknowledged just before may come again. */
  sessionLost: () => void;
  /** Hands on what there is of long texts whose missing parts no longer come; forgets what is old. */
  sweep: () => Promise<void>;
};

export function createIncomingTexts(
  services: Services,
  { accountId, channelId }: ConnectionPlace,
  siblings: Siblings,
  sameUser: SharedUser,
): IncomingTexts {
  const repeats = createRepeats();

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
    const seen = repeats.see(`${to.channelId} ${from} ${text}`, services.clock.now());
    await hand(services, to, from, text, seen.id);
    seen.until = performance.now() + AGAIN_MS;
  }

  return {
    async take(pdu) {
      // Parts of a long text are joined by whoever wrote them, phone or not.
      const from = phoneOf(pdu) ?? oddSender(pdu);
      const { text, part } = incomingText(pdu);
      const to = await receiverOf(pdu.destination_addr ?? '');
      if (part === null) return takeWhole(to, from, text);
      const received = { ...to, phone: from, text, ...part };
      const joined = await addPart(services.db, received, services.clock.now());
      if (joined) await takeJoined(services, joined);
    },
    sessionLost: repeats.expectAgain,
    async sweep() {
      repeats.forgetOld();
      const before = new Date(services.clock.now().getTime() - PARTS_MS);
      for (const joined of await incompleteSince(services.db, accountId, channelId, before))
        await takeJoined(services, joined);
    },
  };
}

/** `until`: the same words before that are the same text. */
type Seen = { id: string; at: number; until: number };

function createRepeats() {
  const seen = new Map<string, Seen>();
  let count = 0;
  return {
    /** The text of these words that came just now, or a new one, which stays the same until it is stored. */
    see(words: string, at: Date): Seen {
      const key = createHash('sha256').update(words).digest('base64url').slice(0, 22);
      const now = performance.now();
      const before = seen.get(key);
      count += 1;
      if (before && now < before.until) return before;
      const one = { id: `${key}-${at.getTime()}-${count}`, at: now, until: Number.POSITIVE_INFINITY };
      seen.set(key, one);
      return one;
    },
    expectAgain(): void {
      const now = performance.now();
      for (const each of seen.values())
        if (now - each.at < UNSURE_MS) each.until = Math.max(each.until, now + AGAIN_AFTER_BREAK_MS);
    },
    forgetOld(): void {
      const now = performance.now();
      for (const [key, { until }] of seen) if (now > until) seen.delete(key);
    },
  };
}

async function takeJoined(services: Services, joined: Joined): Promise<void> {
  const { accountId, channelId, phone, reference, total, since, text } = joined;
  const id = `${phone}-${reference}-${total}-${since.getTime()}`;
  await hand(services, { accountId, channelId }, phone, text, id);
  await removeParts(services.db, joined);
}

async function hand(
  services: Services,
  to: Receiver,
  from: string,
  text: string,
  carrierMessageId: string,
): Promise<void> {
  const common = { ...to, text, carrierMessageId, at: services.clock.now() };
  if (from.startsWith('+')) await textStreamed.one(services, { ...common, phone: from });
  else await storeNonPhoneText(services, { ...common, sender: from });
}

const INTERNATIONAL = 1;
const ALPHANUMERIC = 5;

/** Never with the plus that a phone has. */
const oddSender = ({ source_addr: written = '' }: Pdu) => storable(written, 64).replace(/^[\s+]+/, '') || '?';

function phoneOf({ source_addr: written = '', source_addr_ton: type }: Pdu): string | null {
  if (type === ALPHANUMERIC) return null;
  return senderPhone(type === INTERNATIONAL ? `+${written.replace(/^[\s+]+/, '')}` : written);
}
