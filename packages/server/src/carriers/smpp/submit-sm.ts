/**
 * Hands one message over: it is its parts, and counts as accepted when all of them are. What was handed over
 * without an answer stays in doubt.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PduFields } from 'smpp';
import type { Services } from '../../platform/services.ts';
import type { OutgoingMessage, SendResult } from '../carrier.ts';
import { receiptCame } from '../hooks.ts';
import { refusal } from './command-status.ts';
import type { DeliverSm } from './deliver-sm.ts';
import type { CarrierIds } from './message-ids.ts';
import type { RequestAnswer } from './pending-requests.ts';
import type { SendWindow } from './send-window.ts';
import { recipientAddress, senderAddress } from './smpp-address.ts';
import type { Link } from './smpp-link.ts';
import type { SmppSettings } from './smpp-settings.ts';
import { textFields } from './smpp-text.ts';
import { validityField } from './validity-period.ts';

/** A connection to a carrier, and what it knows of its messages. */
export type Connection = {
  services: Services;
  settings: SmppSettings;
  link: Link;
  window: SendWindow;
  ids: CarrierIds;
  intake: DeliverSm;
  isClosing: boolean;
};

export const NOT_BOUND: SendResult = {
  is: 'rejected',
  code: 'NOT_BOUND',
  reason: 'The connection to the carrier was down.',
  retry: true,
};
const LOST: SendResult = {
  is: 'unknown',
  reason: 'The connection broke, or the time was up, before the carrier answered.',
};
const HALF_SENT = 'Only a part of the text was accepted before the carrier refused the rest.';
const PART_PAUSE_MS = 1_000;
const PART_TRIES = 30;

/** Resolves with what became of the message. */
export async function submitMessage(connection: Connection, message: OutgoingMessage): Promise<SendResult> {
  const { window, settings, services } = connection;
  const parts = partsOf(message, settings, services.clock.now());
  const begun: Promise<RequestAnswer>[] = [];
  for (const part of parts) {
    if (window.isFull()) await window.room();
    begun.push(submit(connection, message, part));
  }
  return conclude(connection, message, parts, await Promise.all(begun));
}

/** The receipt is asked for on the last part. */
function partsOf(message: OutgoingMessage, settings: SmppSettings, now: Date): PduFields[] {
  const from = senderAddress(message.from);
  const to = recipientAddress(message.to);
  const texts = textFields(message.body, settings.split, message.id);
  const validity = validityField(message, settings.validity, now);
  return texts.map((text, n) => ({
    source_addr: from.addr,
    source_addr_ton: from.ton,
    source_addr_npi: from.npi,
    destination_addr: to.addr,
    dest_addr_ton: to.ton,
    dest_addr_npi: to.npi,
    registered_delivery: n === texts.length - 1 ? 1 : 0,
    ...validity,
    ...text,
  }));
}

function submit(connection: Connection, message: OutgoingMessage, fields: PduFields): Promise<RequestAnswer> {
  const { link, window, ids } = connection;
  const session = link.transmitter();
  if (!session) return Promise.resolve({ is: 'unsent' });
  return new Promise((resolve) => {
    let wasLost = false;
    session.submit(fields, (answer) => {
      if (answer.is === 'answered') window.proved();
      if (answer.is === 'answered' && answer.status === 0 && answer.messageId !== '')
        ids.note(answer.messageId, message.id, message.to);
      if (wasLost && answer.is === 'answered') void settleLate(connection, message, answer);
      wasLost = answer.is === 'lost';
      resolve(answer);
      window.wake();
    });
  });
}

/** Waits until all parts are accepted, or it is certain that they will not be. */
async function conclude(
  connection: Connection,
  message: OutgoingMessage,
  parts: readonly PduFields[],
  answers: RequestAnswer[],
): Promise<SendResult> {
  for (let tries = 0; ; tries += 1) {
    if (answers.some((answer) => answer.is === 'lost')) return LOST;
    const open = parts.map((_part, n) => n).filter((n) => !isAccepted(answers[n]));
    if (open.length === 0) return accepted(connection, message, answers.at(-1));
    const problems = open.map((n) => resultOf(answers[n]));
    const final = problems.find((problem) => problem.is === 'rejected' && !problem.retry);
    if (open.length === parts.length) return final ?? (problems[0] as SendResult);
    // Some parts are out: the message cannot be begun anew, only finished.
    if (final || tries >= PART_TRIES || connection.isClosing) {
      const code = final?.is === 'rejected' ? final.code : 'HALF_SENT';
      return { is: 'rejected', code, reason: HALF_SENT, retry: false };
    }
    await sleep(PART_PAUSE_MS);
    for (const n of open) {
      await connection.window.room();
      answers[n] = await submit(connection, message, parts[n] as PduFields);
    }
  }
}

const isAccepted = (answer: RequestAnswer | undefined) => answer?.is === 'answered' && answer.status === 0;

const resultOf = (answer: RequestAnswer | undefined): SendResult =>
  answer?.is === 'answered' ? refusal(answer.status) : NOT_BOUND;

async function accepted(
  connection: Connection,
  message: OutgoingMessage,
  last: RequestAnswer | undefined,
): Promise<SendResult> {
  const carrierId = last?.is === 'answered' ? last.messageId : '';
  if (carrierId === '') return { is: 'accepted', carrierId: null };
  try {
    await remember(connection, message, carrierId);
  } catch (error) {
    connection.services.log.error(
      { err: error },
      "a carrier's id was not stored: its receipt will not be found later",
    );
  }
  return { is: 'accepted', carrierId };
}

/** The answer after all: the message is no longer in doubt. */
async function settleLate(
  connection: Connection,
  message: OutgoingMessage,
  { status, messageId: carrierId }: RequestAnswer & { is: 'answered' },
): Promise<void> {
  if (status !== 0 || carrierId === '') return;
  const { services } = connection;
  try {
    await remember(connection, message, carrierId);
    const receipt = { messageId: message.id, status: 'sent', carrierId, code: null } as const;
    await receiptCame.one(services, message.accountId, receipt);
  } catch (error) {
    services.log.error({ err: error }, 'a late answer was not stored');
  }
}

async function remember({ ids, intake }: Connection, message: OutgoingMessage, carrierId: string) {
  await ids.remember(carrierId, message.id, message.to);
  await intake.known(carrierId, message.id, message.to);
}
