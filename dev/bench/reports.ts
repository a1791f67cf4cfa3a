/** Reports over twenty million events: database time of the product's own statements. */
import { type Call, calls, type FormOf } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import { feature as reports } from '../../packages/server/src/reports/index.ts';
import type { Services } from '../../packages/server/src/services.ts';
import { BUSIEST, EVENTS, makeEvents } from './events.ts';
import { createAccount, createDatabase, openServices, type Result, say } from './ground.ts';
import { createMeter, type Measured, slowest } from './statements.ts';

const MONTH = { from: '2026-04-01', to: '2026-04-30' };
const ALL = { from: EVENTS.from, to: '2026-05-31' };
const LIMIT = 7;
const PAGES = [0, REPORT_GRID.tableReach / LIMIT - 1].map(Math.floor);

const TABLES = [
  {
    call: calls.tiles.responses,
    of: BUSIEST.campaign,
    columns: ['at', 'phone', 'question', 'answer', 'intent', 'score'],
  },
  { call: calls.tiles.subscribers, of: BUSIEST.campaign, columns: ['phone', 'list', 'at', 'status'] },
  { call: calls.tiles.clickers, of: BUSIEST.link, columns: ['phone', 'clicks', 'first', 'last'] },
];
const LINES = [
  { call: calls.tiles.responsesOverTime, of: BUSIEST.campaign },
  { call: calls.tiles.optInsOverTime, of: BUSIEST.campaign },
  { call: calls.tiles.clicksOverTime, of: BUSIEST.link },
];

export async function benchReports(server: string): Promise<Result[]> {
  const url = await createDatabase(server, 'reports');
  const { services, close } = openServices(url);
  const { accountId } = await createAccount(services.db, 'http://127.0.0.1:9');
  await makeEvents(url, accountId);
  const results = await measureReports(services, accountId);
  await close();
  return results;
}

/** Over what `makeEvents` made. */
export async function measureReports(services: Services, accountId: number): Promise<Result[]> {
  const measure = createMeter(services, reports.routes ?? [], accountId);
  const each = async (call: Call, ofOne: number, more: object = {}): Promise<Measured[]> => {
    const found: Measured[] = [];
    for (const datapoint of [ofOne, 0])
      for (const days of [MONTH, ALL]) {
        const form = { ...days, datapoint, ...more } as Partial<FormOf<Call>>;
        found.push(await measure(`${call.path} ${JSON.stringify(form)}`, call, form));
      }
    return found;
  };
  const lines: Measured[] = [];
  for (const { call, of } of LINES) lines.push(...(await each(call as Call, of)));
  const pages: Measured[] = [];
  const peopleByPhone: Measured[] = [];
  for (const { call, of, columns } of TABLES)
    for (const orderBy of columns)
      for (const order of ['asc', 'desc'])
        for (const page of PAGES)
          (orderBy === 'phone' && call !== calls.tiles.responses ? peopleByPhone : pages).push(
            ...(await each(call as Call, of, { orderBy, order, page, limit: LIMIT })),
          );
  const counts: Measured[] = [];
  for (const call of [calls.tiles.totalClicks, calls.tiles.uniqueClicks])
    counts.push(...(await each(call as Call, BUSIEST.link)));
  const lists = [
    await measure('campaigns to choose', calls.tiles.campaigns, {}),
    await measure('links to choose', calls.tiles.shortLinks, {}),
  ];
  return [
    resultOf('a chart by day', lines, 10),
    resultOf(`a table page (${pages.length} of them)`, pages, 10),
    // The numbers stand with the contacts: no index has the people of a campaign in their order.
    resultOf(`a page of people by phone (${peopleByPhone.length} of them)`, peopleByPhone, 100),
    resultOf('a count of different people', counts, 50),
    resultOf('what a tile can be about', lists, 30),
  ];
}

/** The slowest of a kind against its limit, in ms of database time. */
export function resultOf(path: string, all: readonly Measured[], limit: number): Result {
  const { name, ms } = slowest(all);
  const median = all.map((one) => one.ms).sort((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
  say(`${path}: median ${median.toFixed(1)} ms; the slowest ones:`);
  for (const one of all.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    say(`  ${one.ms.toFixed(1)} ms  ${one.name}`);
  return {
    path,
    floor: '',
    ours: `${ms.toFixed(1)} ms (${name.split(' ')[0]})`,
    ratio: '',
    required: `≤ ${limit} ms`,
    met: ms <= limit,
  };
}
