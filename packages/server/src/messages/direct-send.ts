/**
 * The short way of answers, and of starts that nothing holds: the transaction that stores them leases them to
 * the sender of this process, which hands them over after the commit. They never wait in the outbox, where a
 * claim would have to find them, and are there all the same: if that process dies, another takes them over.
 */
import { createHook } from '../platform/hook.ts';
import type { Services } from '../platform/services.ts';
import type { StoredMessage } from './outbox.ts';

/** A claim that the sender of this process is ready to work on. */
export type DirectSend = {
  /** The name of the claim, and the end of its leases. */
  worker: string;
  leasedUntil: Date;
  /** Hands over what was leased; after the commit. At least one message, in their order. */
  send: (accountId: number, messages: readonly DirectMessage[]) => void;
};

/** It is stored as not handed over yet, and so in doubt only when that is written down. */
export type DirectMessage = StoredMessage & { channelId: number };

/**
 * Asks the sender whether it takes messages of these channels now; null: they wait for a claim. It refuses
 * while anything may wait there, which these must not overtake.
 */
export const directSends =
  createHook<(services: Services, channelIds: readonly number[]) => DirectSend | null>('directSends');
