/** The mixed load of the soak: each kind of work in a loop of its own until it is over. */
import { setTimeout as sleep } from 'node:timers/promises';
import { flowOf } from '@parley/engine';
import type { Db } from '../../packages/server/src/platform/db/database.ts';
import { storeFlow } from '../../packages/server/src/testing/flows.ts';
import { phones } from '../../packages/server/src/testing/people.ts';
import { blast, type Client, client } from '../faults/ground.ts';
import type { SoakCarrier } from './carrier.ts';

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'faults@example.com';
const TALKS = 1_000_001;
const WELCOME = 1_000_101;
const FIRST_BLAST = 2_000_000;
const IMPORTED_AT_ONCE = 200;
/** People who text; each begins again when all others have. */
const TEXTERS = 20_000;

type World = {
  url: string;
  db: Db;
  ask: Client;
  accountId: number;
  listId: number;
  carrier: SoakCarrier;
  key: string;
  random: () => number;
};

/** Campaigns, automata, what is imported into. Answers the list. */
export async function prepare({ db, ask, accountId }: Pick<World, 'db' | 'ask' | 'accountId'>) {
  await storeFlow(
    db,
    accountId,
    flowOf(TALKS, [
      { type: 'open-question', id: TALKS, text: 'Hello! Which day suits you?' },
      { type: 'open-question', id: TALKS + 1, text: 'And at what time?' },
      { type: 'final-message', id: TALKS + 2, text: 'See you then. Reply STOP to end.' },
    ]),
    'SOAK',
  );
  await storeFlow(
    db,
    accountId,
    flowOf(WELCOME, [{ type: 'final-message', id: WELCOME, text: 'Welcome to our list.' }]),
  );
  const imported = String((await good(ask, 'lists/addList', { ListName: 'Imported' })).NEWListID);
  const automaton = String(
    (await good(ask, 'automata/addautomata', { AutomataName: 'Welcome' })).NEWAUTOMATAID,
  );
  const data = {
    Type_int: 7,
    BatchId_bi: WELCOME,
    Trigger_vch: JSON.stringify({ event: 'list.joined' }),
    Status_int: 1,
  };
  await good(ask, 'automata/updateAutomataData', {
    AutomataId: automaton,
    AutomataData: JSON.stringify(data),
    Enabled: '1',
  });
  return imported;
}

async function good(ask: Client, path: string, fields: Record<string, string> | FormData) {
  const reply = await ask(path, fields);
  if (reply.RESULT !== 1) throw new Error(`${path}: ${reply.MESSAGE}`);
  return reply;
}

type Done = { done: Record<string, number>; failed: Map<string, number> };

/**
 * Works until the moment. `rate` 1: a text every half second, a call of the screens each second, two calls of
 * REST a second, a blast a minute, an import every two minutes. Answers how often each was done, and what
 * failed.
 */
export async function work(world: World, imported: string, rate: number, until: number): Promise<Done> {
  const done: Record<string, number> = {};
  const failed = new Map<string, number>();
  const loop = async (what: string, everyMs: number, once: (n: number) => Promise<unknown>) => {
    for (let n = 0; Date.now() < until; n += 1) {
      const begun = Date.now();
      await once(n).then(
        () => {
          done[what] = (done[what] ?? 0) + 1;
        },
        (error: unknown) => {
          const words = `${what}: ${(error as Error).message}`.slice(0, 200);
          failed.set(words, (failed.get(words) ?? 0) + 1);
        },
      );
      const pause = (everyMs / rate) * (0.5 + world.random()) - (Date.now() - begun);
      await sleep(Math.max(0, Math.min(pause, until - Date.now())));
    }
  };
  const people = phones(TEXTERS, 1_000_000);
  const talkers = Array.from({ length: 4 }, (_, lane) =>
    loop('conversations', 6_000, async (n) => {
      const phone = people[(n * 4 + lane) % TEXTERS] ?? '';
      for (const words of ['soak', 'Friday', 'at nine']) {
        await world.carrier.text(phone, words);
        await sleep((500 / rate) * (0.5 + world.random()));
      }
    }),
  );
  await Promise.all([
    ...talkers,
    loop('screens', 1_000, (n) => screen(world, n)),
    loop('sign-ins', 10_000, () => signIn(world)),
    loop('REST calls', 500, (n) => rest(world, n)),
    loop('blasts', 60_000, (n) =>
      blast(world.db, world.ask, world.accountId, world.listId, FIRST_BLAST + n * 10),
    ),
    loop('imports', 120_000, (n) => importPeople(world, imported, n)),
  ]);
  return { done, failed };
}

/** Another browser signs in, looks round, and signs out. */
async function signIn({ url }: World): Promise<void> {
  const ask = client(() => url);
  await good(ask, 'authentication/validateUser', { inpUserID: EMAIL, inpPassword: PASSWORD });
  await good(ask, 'account/overview', {});
  await good(ask, 'authentication/logout', {});
}

async function screen({ ask, listId }: World, n: number): Promise<void> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const span = {
    startDate: day(Date.now() - 7 * 86_400_000),
    endDate: day(Date.now() + 86_400_000),
    id: String(TALKS),
  };
  const pages: [string, Record<string, string>][] = [
    ['account/overview', {}],
    ['members/ListMembers', { ListId: String(listId), iDisplayLength: '50' }],
    ['inbox/listThreads', {}],
    ['inbox/listMessages', {}],
    ['campaign/campaignlist', {}],
    ['campaign/responsesForCampaign', span],
    ['campaign/campaignResponsesOverTime', span],
    ['blast/blastList', {}],
    ['lists/lists', {}],
    ['control-point/ReadCPs', { inpBatchId: String(TALKS) }],
  ];
  const [path, fields] = pages[n % pages.length] ?? ['lists/lists', {}];
  await good(ask, path, fields);
}

async function rest({ url, key }: World, n: number): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const answer = (await response.json()) as { id?: string };
    if (!response.ok) throw new Error(`${method} ${path.split('?', 1)[0]}: ${response.status}`);
    return answer;
  };
  const turn = n % 4;
  if (turn === 0) {
    const contact = await call('POST', '/contacts', { phone: phones(1, 3_000_000 + n * 10)[0] });
    await call('POST', '/messages', { contact: contact.id, text: 'Your table is free.' });
  } else if (turn === 1) await call('GET', '/messages?limit=50');
  else if (turn === 2) await call('GET', '/contacts?limit=50');
  else
    await call('POST', '/events', {
      phone: phones(1, 1_000_000)[0],
      name: 'order placed',
      id: `soak-${n}`,
      source: 'shop',
      at: new Date().toISOString(),
    });
}

/** A file of new people. */
async function importPeople({ ask }: World, listId: string, n: number): Promise<void> {
  const lines = phones(IMPORTED_AT_ONCE, 100_000 + n * IMPORTED_AT_ONCE * 10).map(
    (phone) => `${phone},Boston`,
  );
  const form = new FormData();
  form.append('ListId', listId);
  form.append('file', new Blob([`Phone,City\n${lines.join('\n')}\n`]), 'people.csv');
  const id = String((await good(ask, 'imports/uploadFile', form)).IMPORTID);
  const mapping = JSON.stringify([{ INDEX: 0, TARGET: 'phone' }]);
  await good(ask, 'imports/dryRun', { IMPORTID: id, MAPPING: mapping });
  await good(ask, 'imports/start', { IMPORTID: id, inpConsent: '1' });
  for (;;) {
    const { STATE, NEWCOUNT } = await good(ask, 'imports/progress', { IMPORTID: id });
    if (STATE === 'done' && Number(NEWCOUNT) === IMPORTED_AT_ONCE) return;
    if (STATE !== 'running' && STATE !== 'tried') throw new Error(`an import is ${STATE}, ${NEWCOUNT} new`);
    await sleep(500);
  }
}
