/**
 * Carriers that speak SMPP 3.4. A message is its parts: it counts as accepted when all of them are, and the
 * receipt is asked for on the last one. SMPP takes no idempotency key: what was handed over without an answer
 * stays in doubt.
 */

import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PduFields } from 'smpp';
import { startLoop } from '../../platform/loop.ts';
import type { Services } from '../../platform/services.ts';
import type { Carrier, ConnectionPlace, OutgoingMessage, Report, SendResult } from '../carrier.ts';
import { receiptCame } from '../hooks.ts';
import { recipientAddress, senderAddress } from './address.ts';
import { createCarrierIds } from './ids.ts';
import { createIntake } from './intake.ts';
import { keepLink } from './link.ts';
import type { Answer } from './session.ts';
import type { SmppSettings } from './settings.ts';
import { refusal } from './statuses.ts';
import { textFields } from './text.ts';
import { validityField } from './validity.ts';

const NOT_BOUND: SendResult = {
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
const SWEEP_MS = 30_000;
const SETTLE_MS = 2_000;
const ANSWER_MS = 30_000;
const BIND_WAIT_MS = 2_000;

export function createSmpp(
  services: Services,
  place: ConnectionPlace,
  settings: SmppSettings,
  lookup?: LookupFunction,
  answerMs = ANSWER_MS,
): Carrier {
  const ids = createCarrierIds(services, place);
  const intake = createIntake(services, place, ids);
  const link = keepLink(
    settings,
    { lookup, answerMs },
    { delivered: intake.delivered, changed: wake, lost: sessionLost },
  );
  /**
   * Since the last session was lost, the carrier has answered a message: until then one at a time tries it.
   */
  let proven = true;
  /** Those who wait for room in the window or for the bind. */
  let waiting: (() => void)[] = [];
  let closing = false;
  const sweeper = setInterval(() => {
    intake.sweep().catch((error: unknown) => services.log.error({ err: error }, 'an SMPP sweep failed'));
  }, SWEEP_MS);
  const settling = startLoop({
    name: 'early receipts',
    log: services.log,
    pauseMs: SETTLE_MS,
    once: async () => {
      await intake.settleEarly();
      return false;
    },
  });

  function wake(): void {
    const woken = waiting;
    waiting = [];
    for (const each of woken) each();
  }

  function sessionLost(): void {
    proven = false;
    intake.sessionLost();
  }

  const isFull = () => (link.transmitter()?.inFlight() ?? 0) >= (proven ? settings.window : 1);

  async function room(): Promise<void> {
    while (isFull()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  async function bound(): Promise<boolean> {
    if (link.transmitter()) return true;
    link.retryNow();
    const woken = new Promise<void>((resolve) => waiting.push(resolve));
    await Promise.race([woken, sleep(BIND_WAIT_MS)]);
    return link.transmitter() !== null;
  }

  function submit(message: OutgoingMessage, fields: PduFields): Promise<Answer> {
    const session = link.transmitter();
    if (!session) return Promise.resolve({ is: 'unsent' });
    return new Promise((resolve) => {
      let lost = false;
      session.submit(fields, (answer) => {
        if (answer.is === 'answered') proven = true;
        if (answer.is === 'answered' && answer.status === 0 && answer.messageId !== '')
          ids.note(answer.messageId, message.id, message.to);
        if (lost && answer.is === 'answered') void settleLate(message, answer);
        lost = answer.is === 'lost';
        resolve(answer);
        wake();
      });
    });
  }

  /** The answer after all: the message is no longer in doubt. */
  async function settleLate(message: OutgoingMessage, answer: Answer & { is: 'answered' }): Promise<void> {
    if (answer.status !== 0 || answer.messageId === '') return;
    try {
      await remember(message, answer.messageId);
      const { id: messageId, accountId } = message;
      await receiptCame.one(services, accountId, {
        messageId,
        status: 'sent',
        carrierId: answer.messageId,
        code: null,
      });
    } catch (error) {
      services.log.error({ err: error }, 'a late answer was not stored');
    }
  }

  async function remember(message: OutgoingMessage, carrierId: string): Promise<void> {
    await ids.remember(carrierId, message.id, message.to);
    await intake.known(carrierId, message.id, message.to);
  }

  /** Resolves when everything is written; the result comes later. */
  async function begin(message: OutgoingMessage): Promise<{ result: Promise<SendResult> }> {
    const parts = partsOf(message, settings, services.clock.now());
    const answers: Promise<Answer>[] = [];
    for (const part of parts) {
      if (isFull()) await room();
      answers.push(submit(message, part));
    }
    return { result: conclude(message, parts, answers) };
  }

  async function conclude(
    message: OutgoingMessage,
    parts: readonly PduFields[],
    begun: readonly Promise<Answer>[],
  ): Promise<SendResult> {
    const answers = await Promise.all(begun);
    for (let tries = 0; ; tries += 1) {
      if (answers.some((answer) => answer.is === 'lost')) return LOST;
      const open = parts.map((_part, n) => n).filter((n) => !isAccepted(answers[n]));
      if (open.length === 0) return accepted(message, answers.at(-1));
      const problems = open.map((n) => resultOf(answers[n]));
      const final = problems.find((problem) => problem.is === 'rejected' && !problem.retry);
      if (open.length === parts.length) return final ?? (problems[0] as SendResult);
      // Some parts are out: the message cannot be begun anew, only finished.
      if (final || tries >= PART_TRIES || closing) {
        const code = final?.is === 'rejected' ? final.code : 'HALF_SENT';
        return { is: 'rejected', code, reason: HALF_SENT, retry: false };
      }
      await sleep(PART_PAUSE_MS);
      for (const n of open) {
        await room();
        answers[n] = await submit(message, parts[n] as PduFields);
      }
    }
  }

  async function accepted(message: OutgoingMessage, last: Answer | undefined): Promise<SendResult> {
    const carrierId = last?.is === 'answered' ? last.messageId : '';
    if (carrierId === '') return { is: 'accepted', carrierId: null };
    try {
      await remember(message, carrierId);
    } catch (error) {
      services.log.error(
        { err: error },
        "a carrier's id was not stored: its receipt will not be found later",
      );
    }
    return { is: 'accepted', carrierId };
  }

  async function sendGroup(
    group: readonly OutgoingMessage[],
    report: Report,
    mayStart: () => boolean,
  ): Promise<void> {
    for (const message of group) {
      if (!mayStart()) return;
      const { result } = await begin(message);
      const outcome = await result;
      report(message, outcome);
      // What follows must not overtake it.
      if (outcome.is === 'throttled' || (outcome.is === 'rejected' && outcome.retry)) return;
    }
  }

  return {
    kind: 'smpp',
    supportsIdempotencyKey: false,
    async send(groups, report, mayStart) {
      const running: Promise<void>[] = [];
      for (const group of groups) {
        if (isFull()) await room();
        if (!mayStart()) break;
        const [next] = group;
        if (next && !(await bound())) {
          report(next, NOT_BOUND);
          break;
        }
        running.push(sendGroup(group, report, mayStart));
      }
      await Promise.all(running);
    },
    async probe() {
      await bound();
      return link.state() === 'bound'
        ? null
        : (link.trouble() ?? { code: 'CONNECTING', reason: 'The carrier has not answered yet.' });
    },
    link() {
      const session = link.transmitter();
      const trouble = link.trouble();
      return {
        state: link.state(),
        inFlight: session?.inFlight() ?? 0,
        window: settings.window,
        oldest: session?.oldest() ?? null,
        ...(trouble ? { trouble } : {}),
      };
    },
    async close() {
      closing = true;
      clearInterval(sweeper);
      await link.close();
      await settling.stop();
      wake();
    },
  };
}

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

const isAccepted = (answer: Answer | undefined) => answer?.is === 'answered' && answer.status === 0;

const resultOf = (answer: Answer | undefined): SendResult =>
  answer?.is === 'answered' ? refusal(answer.status) : NOT_BOUND;
