/**
 * `npm run bench`: the fast paths against their floors, each on a PostgreSQL of its own (fsync on, as
 * shipped), floors and ours in turns of the same run. Names of benches as arguments run only those. Figures
 * of one machine mean little: the ratios count.
 */
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import { benchCitus } from './citus.ts';
import { benchCosts } from './costs.ts';
import { benchDates } from './dates.ts';
import { benchEditor } from './editor.ts';
import { benchEngine } from './engine.ts';
import { benchFanOut } from './fanout.ts';
import { benchFeed } from './feed.ts';
import { benchBlast } from './first-message.ts';
import { type Result, say, withPostgres } from './ground.ts';
import { benchImport } from './import.ts';
import { benchInbound } from './inbound.ts';
import { benchInboundVsKannel } from './inbound-vs-kannel.ts';
import { benchPages } from './pages.ts';
import { benchPump } from './pump.ts';
import { benchReceipts } from './receipts.ts';
import { benchReports } from './reports.ts';
import { benchScreens } from './screens.ts';
import { benchSegments } from './segments.ts';
import { benchTrigger } from './trigger.ts';
import { benchUpsert } from './upsert.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHES: Record<string, (server: Addresses) => Promise<Result[]>> = {
  fanout: async (server) => [await benchFanOut(server)],
  blast: benchBlast,
  pump: benchPump,
  inbound: async (server) => [await benchInbound(server)],
  'inbound-vs-kannel': benchInboundVsKannel,
  receipts: async (server) => [await benchReceipts(server)],
  trigger: benchTrigger,
  imports,
  reports: benchReports,
  pages: benchPages,
  segments: benchSegments,
  dates: benchDates,
  screens: benchScreens,
  engine: async () => [benchEngine()],
  webhooks: benchWebhooks,
  feed: benchFeed,
  upsert: benchUpsert,
};
/** Only when they are named: what needs a kit, what is compared with nothing, what takes long. */
const NAMED_ALONE: typeof BENCHES = { citus: benchCitus, costs: benchCosts, editor: benchEditor };

async function imports(server: Addresses): Promise<Result[]> {
  const ratio = await benchImport(server);
  return [
    {
      path: 'import of 100,000 CSV rows',
      floor: 'COPY',
      ours: '',
      ratio: ratio.toFixed(2),
      required: '≥ 0.25',
      met: ratio >= 0.25,
    },
  ];
}

const wanted = process.argv.slice(2);
const known = { ...BENCHES, ...NAMED_ALONE };
const unknown = wanted.filter((name) => !(name in known));
if (unknown.length > 0) {
  say(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(known).join(', ')}.`);
  process.exit(2);
}
const results: Result[] = [];
for (const [name, bench] of Object.entries(wanted.length > 0 ? known : BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  say(`— ${name}`);
  results.push(...(await withPostgres(bench)));
}
printTable(results);
process.exitCode = results.every((result) => result.met) ? 0 : 1;

function printTable(rows: readonly Result[]): void {
  const head = ['path', 'floor', 'ours', 'ratio', 'required', ''];
  const lines = rows.map((row) => [
    row.path,
    row.floor,
    row.ours,
    row.ratio,
    row.required,
    row.met ? 'met' : 'MISSED',
  ]);
  const widths = head.map((title, n) => Math.max(title.length, ...lines.map((line) => line[n]?.length ?? 0)));
  say('');
  for (const line of [head, ...lines])
    say(
      line
        .map((cell, n) => cell.padEnd(widths[n] ?? 0))
        .join(' | ')
        .trimEnd(),
    );
}
