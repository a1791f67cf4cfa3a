/** Reports over twenty million events: database time of the product's own statements. */

import { type Call, calls, decodeFields, encodeFields, type FormOf, type TableData } from '@parley/contract';
import { REPORT_GRID } from '@parley/rules/limits.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import type { Context } from '../../packages/server/src/platform/http/handler.ts';
import type { Services } from '../../packages/server/src/platform/services.ts';
import { feature as reports } from '../../packages/server/src/reports/feature.ts';
import { BUSIEST, EVENTS, makeEvents } from './events.ts';
import { createAccount, createDatabase, openServices, type Result, say } from './ground.ts';
import { createMeter, type Measured, slowest } from './statements.ts';

const MONTH = { from: '2026-04-01', to: '2026-04-30' };
const ALL = { from: EVENTS.from, to: '2026-05-31' };
const RANGES = [MONTH, ALL];
const LIMIT = 7;
const PAGES = [0, REPORT_GRID.tableReach / LIMIT - 1].map(Math.floor);

/**
 * `along`: the columns whose order an index has, or whose first rows are kept. By `others` the people of a
 * table are sorted as a whole.
 */
const TABLES = [
  {
    call: calls.tiles.responses,
    of: BUSIEST.campaign,
    along: ['at', 'phone', 'question', 'answer', 'intent', 'score'],
    others: [],
  },
  { call: calls.tiles.subscribers, of: BUSIEST.campaign, along: ['at', 'phone'], others: ['list', 'status'] },
  { call: calls.tiles.clickers, of: BUSIEST.link, along: ['last', 'first', 'phone'], others: ['clicks'] },
];
const LINES = [
  { call: calls.tiles.responsesOverTime, of: BUSIEST.campaign },
  { call: calls.tiles.optInsOverTime, of: BUSIEST.campaign },
  { call: calls.tiles.clicksOverTime, of: BUSIEST.link },
];

export async function benchReports(server: Addresses): Promise<Result[]> {
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
  const ask = (call: Call, form: object): Promise<Measured> =>
    measure(`${call.path} ${JSON.stringify(form)}`, call, form as Partial<FormOf<Call>>);
  const spansOf = (ofOne: number) =>
    [ofOne, 0].flatMap((datapoint) => RANGES.map((days) => ({ ...days, datapoint })));
  const each = async (call: Call, ofOne: number): Promise<Measured[]> => {
    const found: Measured[] = [];
    for (const span of spansOf(ofOne)) found.push(await ask(call, span));
    return found;
  };
  const lines: Measured[] = [];
  for (const { call, of } of LINES) lines.push(...(await each(call as Call, of)));
  const pages: Measured[] = [];
  const sorts: Measured[] = [];
  for (const { call, of, along, others } of TABLES) {
    for (const orderBy of along)
      for (const span of spansOf(of))
        await untilSorted(services, accountId, call as Call, { ...span, orderBy });
    for (const order of ['asc', 'desc'])
      for (const span of spansOf(of)) {
        for (const page of PAGES)
          for (const orderBy of along)
            pages.push(await ask(call as Call, { ...span, order, page, limit: LIMIT, orderBy }));
        // The first page sorts the table; the others are cut from what that found.
        if (span.datapoint > 0)
          for (const orderBy of others)
            sorts.push(await ask(call as Call, { ...span, order, page: 0, limit: LIMIT, orderBy }));
      }
  }
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
    resultOf(
      `people of one campaign or link sorted by another column, once a minute (${sorts.length} of them)`,
      sorts,
      10,
    ),
    resultOf('a count of different people', counts, 50),
    resultOf('what a tile can be about', lists, 30),
  ];
}

/** Asks for an order until it is there, and tells how long that took the first time. */
async function untilSorted(services: Services, accountId: number, call: Call, form: object): Promise<void> {
  const route = reports.routes?.find((each) => each.call.path === call.path);
  if (!route) throw new Error(`Nothing serves ${call.path}.`);
  const context = { ...services, accountId, caller: { accountId, userId: 1 } } as unknown as Context;
  const first = decodeFields(call.form, encodeFields(call.form, form as FormOf<Call>));
  const began = performance.now();
  for (let asked = 1; ; asked += 1) {
    const { data } = (await route.handle(context, first)) as { data: TableData };
    if (data.sorting !== undefined) continue;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (asked > 1) say(`${call.path} ${JSON.stringify(form)}: in order after ${seconds} s, ${asked} calls`);
    return;
  }
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
