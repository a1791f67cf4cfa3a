/**
 * Receipts over real HTTP to the carrier webhook, signed, each stored before its answer, against an empty
 * form handler.
 */

import { twilioSignature } from '../../packages/server/src/carriers/twilio.ts';
import { type Db, first, openDatabase, script, sql } from '../../packages/server/src/platform/db/database.ts';
import type { Addresses } from '../../packages/server/src/platform/db/embedded.ts';
import {
  type Account,
  AUTH_TOKEN,
  best,
  createAccount,
  createCrowd,
  createDatabase,
  PUBLIC_URL,
  type Result,
  SECRET_KEY,
  STATUS_PATH,
  say,
  startHelper,
  withPostgres,
} from './ground.ts';
import { formPost, type Load, load } from './http-load.ts';

const MESSAGES = 200_000;
const CONNECTIONS = 64;
const SECONDS = 5;
const ROUNDS = 3;
const REQUIRED = 0.5;

export async function benchReceipts(server: Addresses): Promise<Result> {
  const url = await createDatabase(server, 'bench_receipts');
  const { db, close } = openDatabase(url, 2);
  const account = await createAccount(db, 'http://127.0.0.1:9');
  await createCrowd(db, account.accountId, MESSAGES);
  await fill(db, account);
  const floor = await startHelper('floor-server.ts');
  const app = await startHelper('app-server.ts', { DATABASE_URL: url, SECRET_KEY, PUBLIC_URL });
  const requests = Array.from({ length: MESSAGES }, (_, n) => receipt(n + 1));
  const empty = requests.map((request) =>
    Buffer.from(request.toString('latin1').replace(/^POST \S+/, 'POST /empty'), 'latin1'),
  );
  const floors: Load[] = [];
  const ours: Load[] = [];
  let used = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const common = { connections: CONNECTIONS, seconds: SECONDS };
    floors.push(await load({ ...common, port: floor.port, request: (n) => empty[n % MESSAGES] as Buffer }));
    const from = used;
    const request = (n: number) => {
      used = from + n + 1;
      return requests[(from + n) % MESSAGES] as Buffer;
    };
    ours.push(await load({ ...common, port: app.port, request }));
    say(
      `receipts round ${round}: empty ${floors.at(-1)?.perSecond.toFixed(0)}/s, stored ${ours.at(-1)?.perSecond.toFixed(0)}/s`,
    );
  }
  await app.stop();
  await floor.stop();
  await check(db, ours, Math.min(used, MESSAGES));
  await close();
  const [quickest, receipts] = [best(floors), best(ours)];
  const ratio = receipts.perSecond / quickest.perSecond;
  return {
    path: `receipts, ${CONNECTIONS} connections`,
    floor: `${quickest.perSecond.toFixed(0)}/s`,
    ours: `${receipts.perSecond.toFixed(0)}/s (p99 ${receipts.p99.toFixed(0)} ms)`,
    ratio: ratio.toFixed(2),
    required: `≥ ${REQUIRED}`,
    met: ratio >= REQUIRED,
  };
}

/** The carrier's word that a message has been delivered, by its id. */
export function receipt(id: number): Buffer {
  const path = `${STATUS_PATH}?ref=${id}`;
  const fields = new URLSearchParams({
    MessageSid: `SM${String(id).padStart(32, '0')}`,
    MessageStatus: 'delivered',
    To: '+12125550100',
    From: '+15552000001',
    AccountSid: 'AC1',
  });
  return formPost(path, fields.toString(), {
    'x-twilio-signature': twilioSignature(AUTH_TOKEN, PUBLIC_URL + path, fields),
  });
}

/** A blast whose messages are with the carrier. */
async function fill(db: Db, { accountId, channelId, campaignId }: Account): Promise<void> {
  await script(
    db,
    `set statement_timeout = 0;
    insert into blasts (account_id, id, campaign_id, source_campaign_id, channel_id, list_ids, flows, state, scheduled_for,
        request_key, total, sent, created_at)
      values (${accountId}, 1, ${campaignId}, ${campaignId}, ${channelId}, '{}', '{}', 'running', now(), '',
        ${MESSAGES}, ${MESSAGES}, now());
    insert into messages (account_id, id, channel_id, contact_id, campaign_id, blast_id, origin, status, body, carrier_id,
        created_at, sent_at)
      select ${accountId}, row_number() over (order by id), ${channelId}, id, ${campaignId}, 1, 'blast', 'sent',
        'Hello, our autumn sale begins on Friday.', 'SM' || id, now(), now()
      from contacts where account_id = ${accountId} order by id limit ${MESSAGES};
    insert into blast_status_rollups (account_id, blast_id, block)
      select distinct account_id, blast_id, id >> 17 from messages;`,
  );
  await script(db, 'vacuum analyze messages');
  await script(db, 'checkpoint');
}

async function check(db: Db, loads: readonly Load[], receipts: number): Promise<void> {
  const failed = loads.reduce((sum, each) => sum + each.failed, 0);
  const row = await first(
    db,
    sql<{ stored: number; counted: number }>`
      select (select count(*) from messages where status = 'delivered') as stored,
        (select sum(delivered) from blasts) as counted`,
  );
  // The last requests of a round may have been cut off with their answers still to come.
  if (failed > 0 || !row || row.stored !== row.counted || receipts - row.stored > CONNECTIONS * ROUNDS)
    throw new Error(
      `${failed} failed; of ${receipts} receipts ${row?.stored} stored, ${row?.counted} counted.`,
    );
}

if (import.meta.main) say(JSON.stringify(await withPostgres(benchReceipts)));
