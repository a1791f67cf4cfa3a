/**
 * What an incoming text costs, piece by piece, in groups of several sizes: the whole turn, as the server
 * takes it, and for comparison a bare table that only keeps the text. Processor time of this process and of
 * PostgreSQL in µs a text.
 *
 *   node dev/bench/inbound-pieces.ts
 */
import type { InboundText } from '../../packages/server/src/carriers/index.ts';
import { processInboundBatch } from '../../packages/server/src/conversation/inbound-batch.ts';
import { numberArray, textArray } from '../../packages/server/src/platform/db/arrays.ts';
import { type Db, openDatabase, script, sql } from '../../packages/server/src/platform/db/database.ts';
import { pipelined } from '../../packages/server/src/platform/db/pipeline.ts';
import { writing } from '../../packages/server/src/platform/db/statement.ts';
import {
  cpuMicros,
  createAccount,
  createDatabase,
  openServices,
  postgresMicros,
  say,
  withPostgres,
} from './ground.ts';
import { fillWithConversations } from './inbound.ts';

const SIZES = (process.env.BENCH_SIZES ?? '1,8,25,64,200,500').split(',').map(Number);
const TEXTS = Number(process.env.BENCH_TEXTS ?? 4_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CONVERSATIONS = 200_000;

const BARE = `create table bare_texts (
  account_id bigint not null, id bigint generated always as identity, channel_id bigint not null, phone text not null,
  carrier_message_id text not null, body text not null, at timestamptz not null, media jsonb,
  primary key (account_id, id), unique (account_id, channel_id, carrier_message_id))`;

await withPostgres(async (server) => {
  const url = await createDatabase(server, 'bench_pieces');
  const owner = openDatabase(url, 1);
  const { services, close } = openServices(url);
  const account = await createAccount(owner.db, 'http://127.0.0.1:9');
  await fillWithConversations(owner.db, account);
  await script(owner.db, BARE);
  const transact = pipelined(services.pool);
  const { accountId, channelId } = account;
  let used = 0;
  const next = (): InboundText => {
    const n = used++;
    return {
      channelId,
      phone: `+1${2_120_000_000 + ((n * 7_919) % CONVERSATIONS)}`,
      text: `I like it, number ${n}`,
      carrierMessageId: `SM${String(n).padStart(32, '0')}`,
      at: new Date(),
    };
  };
  const take = (texts: readonly InboundText[]) =>
    transact((trx, commit) =>
      processInboundBatch({ trx, commit, requireFullBalance: true }, services, accountId, texts),
    );
  const keep = (texts: readonly InboundText[]) =>
    transact((trx, commit) => commit([bareStatement(trx, accountId, texts)]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const size of SIZES) {
      const groups = Math.ceil(TEXTS / size / (size === 1 ? 8 : 1));
      const whole = await measure(owner.db, groups, size, () => take(Array.from({ length: size }, next)));
      const bare = await measure(owner.db, groups, size, () => keep(Array.from({ length: size }, next)));
      if (round > 0) say(`round ${round}, groups of ${size}: whole turn ${whole}; bare table ${bare}`);
    }
  await close();
  await owner.close();
});

function bareStatement(db: Db, accountId: number, texts: readonly InboundText[]) {
  return writing(
    db,
    sql`
      insert into bare_texts (account_id, channel_id, phone, carrier_message_id, body, at)
      select ${accountId}, channel_id, phone, carrier_message_id, body, at from unnest(
        ${numberArray(texts.map((each) => each.channelId))}::bigint[], ${textArray(texts.map((each) => each.phone))}::text[],
        ${textArray(texts.map((each) => each.carrierMessageId))}::text[], ${textArray(texts.map((each) => each.text))}::text[],
        ${textArray(texts.map((each) => each.at.toISOString()))}::timestamptz[]
      ) as given (channel_id, phone, carrier_message_id, body, at)`,
  );
}

async function measure(db: Db, groups: number, size: number, one: () => Promise<unknown>): Promise<string> {
  const before = [cpuMicros(process.pid), await postgresMicros(db)];
  const start = performance.now();
  for (let group = 0; group < groups; group += 1) await one();
  const ms = performance.now() - start;
  const after = [cpuMicros(process.pid), await postgresMicros(db)];
  const [own, postgres] = after.map((micros, n) => (micros - (before[n] ?? 0)) / (groups * size));
  return `server ${own?.toFixed(0)}, PostgreSQL ${postgres?.toFixed(0)}, ${(ms / groups).toFixed(1)} ms a group`;
}
