/**
 * Carriers that speak SMPP 3.4. It takes no idempotency key: what was handed over without an answer stays in
 * doubt.
 */
import type { LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLoop } from '../../platform/loop.ts';
import type { Services } from '../../platform/services.ts';
import type {
  Carrier,
  ConnectionPlace,
  LinkState,
  OutgoingMessage,
  ProviderError,
  Report,
} from '../carrier.ts';
import { createDeliverSm } from './deliver-sm.ts';
import { createCarrierIds } from './message-ids.ts';
import { createWindow } from './send-window.ts';
import { keepLink, type Link } from './smpp-link.ts';
import type { SmppSettings } from './smpp-settings.ts';
import { type Connection, NOT_BOUND, submitMessage } from './submit-sm.ts';

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
  const intake = createDeliverSm(services, place, ids);
  const window = createWindow(settings.window, () => link.transmitter()?.inFlight() ?? 0);
  const link: Link = keepLink(
    settings,
    { lookup, answerMs },
    {
      delivered: intake.delivered,
      changed: window.wake,
      lost() {
        window.sessionLost();
        intake.sessionLost();
      },
    },
  );
  const connection: Connection = { services, settings, link, window, ids, intake, isClosing: false };
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
  return {
    kind: 'smpp',
    supportsIdempotencyKey: false,
    send: (groups, report, mayStart) => send(connection, groups, report, mayStart),
    probe: () => probe(connection),
    link: () => linkState(connection),
    async close() {
      connection.isClosing = true;
      clearInterval(sweeper);
      await link.close();
      await settling.stop();
      window.wake();
    },
  };
}

/** Groups go side by side as far as the window has room. */
async function send(
  connection: Connection,
  groups: readonly (readonly OutgoingMessage[])[],
  report: Report,
  mayStart: () => boolean,
): Promise<void> {
  const { window } = connection;
  const running: Promise<void>[] = [];
  for (const group of groups) {
    if (window.isFull()) await window.room();
    if (!mayStart()) break;
    const [next] = group;
    if (next && !(await bound(connection))) {
      report(next, NOT_BOUND);
      break;
    }
    running.push(sendGroup(connection, group, report, mayStart));
  }
  await Promise.all(running);
}

async function sendGroup(
  connection: Connection,
  group: readonly OutgoingMessage[],
  report: Report,
  mayStart: () => boolean,
): Promise<void> {
  for (const message of group) {
    if (!mayStart()) return;
    const outcome = await submitMessage(connection, message);
    report(message, outcome);
    // What follows must not overtake it.
    if (outcome.is === 'throttled' || (outcome.is === 'rejected' && outcome.retry)) return;
  }
}

/** Whether messages can be handed over, now or in a moment. */
async function bound({ link, window }: Connection): Promise<boolean> {
  if (link.transmitter()) return true;
  link.retryNow();
  await Promise.race([window.change(), sleep(BIND_WAIT_MS)]);
  return link.transmitter() !== null;
}

async function probe(connection: Connection): Promise<ProviderError | null> {
  const { link } = connection;
  await bound(connection);
  if (link.state() === 'bound') return null;
  return link.trouble() ?? { code: 'CONNECTING', reason: 'The carrier has not answered yet.' };
}

function linkState({ link, settings }: Connection): LinkState {
  const session = link.transmitter();
  const trouble = link.trouble();
  return {
    state: link.state(),
    inFlight: session?.inFlight() ?? 0,
    window: settings.window,
    oldest: session?.oldest() ?? null,
    ...(trouble ? { trouble } : {}),
  };
}
