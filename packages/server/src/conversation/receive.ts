/**
 * Incoming texts, committed in groups: while a group is at work the next one gathers. A text is acknowledged after its commit. Two
 * texts of one number are never in work together, so their order is kept and every conversation has one text at a time.
 */
import type { LiveMessage } from '@parley/contract';
import type { Pool } from 'pg';
import { pipelined, type Transactions } from '../platform/db/pipeline.ts';
import type { Services } from '../services.ts';
import { type Received, takeGroup } from './group.ts';
import { DuplicateRace, type InboundText } from './inbound.ts';

const GROUP_SIZE = 500;
const GROUPS_IN_WORK = 2;
/** How long a group gathers, in ms. */
const WINDOW_MS = 1;

type Entry = { text: InboundText; resolve: (received: Received) => void; reject: (error: unknown) => void };
type Queue = {
  accountId: number;
  waiting: Entry[];
  /** Numbers with a text in work. */
  busy: Set<string>;
  inWork: number;
  timer: NodeJS.Timeout | null;
};
type Intake = { transact: Transactions; queues: Map<number, Queue> };

/** One intake for each database of this process. */
const intakes = new WeakMap<Pool, Intake>();

/**
 * Takes one incoming text; resolves when it and everything that follows from it is stored. The same carrier id on the same channel
 * twice has one effect, and both get the id of the one stored message.
 */
export function receive(
  services: Services,
  incoming: InboundText & { accountId: number },
): Promise<{ duplicate: boolean; inboundId: number }> {
  const intake = intakeOf(services);
  const { accountId } = incoming;
  const text = { ...incoming, text: storable(incoming.text) };
  const queue = intake.queues.get(accountId) ?? openQueue(intake, accountId);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ text, resolve, reject });
    schedule(services, intake, queue);
  });
}

function intakeOf(services: Services): Intake {
  const known = intakes.get(services.pool);
  if (known) return known;
  const made = { transact: pipelined(services.pool), queues: new Map() };
  intakes.set(services.pool, made);
  return made;
}

function openQueue(intake: Intake, accountId: number): Queue {
  const queue: Queue = { accountId, waiting: [], busy: new Set(), inWork: 0, timer: null };
  intake.queues.set(accountId, queue);
  return queue;
}

/** What PostgreSQL cannot store is taken out: NUL and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function schedule(services: Services, intake: Intake, queue: Queue): void {
  if (queue.timer !== null || queue.waiting.length === 0 || queue.inWork >= GROUPS_IN_WORK) return;
  queue.timer = setTimeout(() => {
    queue.timer = null;
    const group = takeEntries(queue);
    if (group.length > 0) void work(services, intake, queue, group);
  }, WINDOW_MS);
}

/** The next group: at most one text of each number, none of a number in work. The others keep their place. */
function takeEntries(queue: Queue): Entry[] {
  const group: Entry[] = [];
  const rest: Entry[] = [];
  for (const entry of queue.waiting) {
    const { phone } = entry.text;
    if (group.length === GROUP_SIZE || queue.busy.has(phone)) rest.push(entry);
    else {
      group.push(entry);
      queue.busy.add(phone);
    }
  }
  queue.waiting = rest;
  return group;
}

async function work(services: Services, intake: Intake, queue: Queue, group: Entry[]): Promise<void> {
  queue.inWork += 1;
  try {
    await commitGroup(services, intake, queue.accountId, group);
  } finally {
    queue.inWork -= 1;
    for (const { text } of group) queue.busy.delete(text.phone);
    if (queue.waiting.length > 0) schedule(services, intake, queue);
    else if (queue.inWork === 0) intake.queues.delete(queue.accountId);
  }
}

/** One bad text must not fail the others: when a group fails, each goes alone. Never throws. */
async function commitGroup(
  services: Services,
  intake: Intake,
  accountId: number,
  group: Entry[],
): Promise<void> {
  try {
    const received = await take(services, intake, accountId, group);
    for (const [n, each] of received.entries()) group[n]?.resolve(each);
  } catch (error) {
    if (group.length === 1) {
      group[0]?.reject(error);
      return;
    }
    services.log.warn({ err: error, texts: group.length }, 'a group of texts failed; each goes alone');
    for (const entry of group) await commitGroup(services, intake, accountId, [entry]);
  }
}

async function take(
  services: Services,
  intake: Intake,
  accountId: number,
  group: readonly Entry[],
): Promise<Received[]> {
  const texts = group.map((entry) => entry.text);
  const attempt = () => intake.transact((trx) => takeGroup(trx, services, accountId, texts));
  const received = await attempt().catch((error: unknown) => {
    // The other one is committed now: the second look sees it.
    if (error instanceof DuplicateRace) return attempt();
    throw error;
  });
  services.signals.wake('outbox');
  services.signals.wake('apiCalls');
  if (services.live.hasListeners(accountId)) tellBrowsers(services, accountId, texts, received);
  return received;
}

function tellBrowsers(
  services: Services,
  accountId: number,
  texts: readonly InboundText[],
  received: readonly Received[],
): void {
  texts.forEach((text, n) => {
    const { duplicate = true, inboundId = 0, campaignId = null } = received[n] ?? {};
    if (duplicate) return;
    const message: LiveMessage = {
      type: 'inbox',
      message: {
        ID: inboundId,
        CONTACTSTRING_VCH: text.phone,
        RESPONSE_VCH: text.text,
        BATCHID: campaignId ?? 0,
        CREATED_DT: text.at.toISOString(),
      },
    };
    services.live.tell(accountId, message);
  });
}
