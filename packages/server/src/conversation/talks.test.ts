/**
 * Every talk of the engine, played on the server with PostgreSQL: the same texts, tags and lists as in
 * memory.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Flow,
  parseTalk,
  playTalk,
  remapSteps,
  type Session,
  type Talk,
  type TalkHost,
} from '@parley/engine';
import { expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { manualClock } from '../platform/clock.ts';
import { type Db, first, rows, sql } from '../platform/db/database.ts';
import { pipelined } from '../platform/db/pipeline.ts';
import { nameKey } from '../platform/names.ts';
import { storeFlow, storeKeyword } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import type { ApiResult } from './api-call.ts';
import { createCallPump } from './api-call-pump.ts';
import { wakeDue } from './jobs.ts';
import { receiveInbound } from './receive-inbound.ts';
import { startConversation } from './start-conversation.ts';

const TALKS = join(import.meta.dirname, '../../../engine/src/talks');

const clock = manualClock('2026-03-02T15:00:00Z');
const harness = useHarness({ clock });

for (const file of readdirSync(TALKS).sort()) {
  const talk = parseTalk(readFileSync(join(TALKS, file), 'utf8'));
  test(`${file}: ${talk.title}`, async () => {
    clock.set(talk.now);
    expect(await playTalk(talk, await hostFor(talk))).toEqual([]);
  });
}

/** An account of its own with the talk's campaigns, tags, lists and contact. */
async function hostFor(talk: Talk): Promise<TalkHost> {
  const { services } = harness();
  const { db } = services;
  const { accountId } = await harness().newUser();
  const channelId = (await firstChannel(db, accountId))?.id ?? 0;
  const flows = Object.values(talk.campaigns).map(numberedApart);
  for (const flow of flows) await storeFlow(db, accountId, flow);
  for (const [word, campaign] of Object.entries(talk.keywords))
    await storeKeyword(db, accountId, campaign, word);
  await storeWorld(db, accountId, talk, flows);
  let carrierIds = 0;
  let calls = 0;
  const callApi = async (): Promise<ApiResult> => talk.api[calls++] ?? { ok: false, text: 'no answer' };
  const makeCalls = async () => {
    const pump = createCallPump(services, 'talk', callApi);
    while (await pump.begin()) await pump.settled();
  };
  const nextTimer = () =>
    first(db, sql<{ at: Date }>`select due_at as at from timers where account_id = ${accountId}`);
  const wakeAt = async (at: Date) => {
    clock.set(at);
    await wakeDue(services, pipelined(services.pool), 'talk');
    await makeCalls();
  };
  const session = async () =>
    (
      await first(
        db,
        sql<{ session: Session }>`select session from conversations where account_id = ${accountId}`,
      )
    )?.session;
  return {
    async say(text) {
      await receiveInbound(services, {
        accountId,
        channelId,
        phone: talk.contact.phone,
        text,
        carrierMessageId: `talk-${carrierIds++}`,
        at: clock.now(),
      });
      await makeCalls();
    },
    async start(campaignId) {
      const { phone } = talk.contact;
      await startConversation(services, {
        accountId,
        campaignId,
        channelId,
        phone,
        variables: {},
        by: 'blast',
      });
      await makeCalls();
    },
    async skipWait() {
      const timer = await nextTimer();
      if (!timer) return false;
      await wakeAt(timer.at);
      return true;
    },
    async passTime(seconds) {
      const end = new Date(clock.now().getTime() + seconds * 1000);
      for (let due = await nextTimer(); due && due.at <= end; due = await nextTimer()) await wakeAt(due.at);
      clock.set(end);
    },
    async sent() {
      return rows(
        db,
        sql<{ text: string; media: string }>`
          select body as text, coalesce(media, '') as media from messages
          where account_id = ${accountId} and origin not in ('system', 'notify') order by id`,
      );
    },
    async tag(name) {
      const row = await first(
        db,
        sql<{ value: string | null }>`
          select c.tags ->> t.id::text as value from contacts c
          join tags t on t.account_id = ${accountId} and t.name = ${name}
          where c.account_id = ${accountId} and c.phone = ${talk.contact.phone}`,
      );
      return row?.value ?? '';
    },
    async answer(step) {
      const last = await session();
      return last?.answers[stepId(last.campaignId, step)]?.raw ?? '';
    },
    async lists() {
      const found = await rows(
        db,
        sql<{ id: number }>`
          select m.list_id as id from list_members m
          join lists l on l.account_id = ${accountId} and l.id = m.list_id and l.kind = 'list'
          where m.account_id = ${accountId}`,
      );
      return found.map((row) => row.id);
    },
    ended: async () => (await session())?.endReason ?? '',
  };
}

/** Talks count the steps of each campaign from 1; in an account every step has an id of its own. */
function numberedApart({ campaignId, version, steps }: Flow): Flow {
  const ids = new Map(steps.map(({ id }) => [id, stepId(campaignId, id)]));
  return { campaignId, version, steps: remapSteps(steps, ids) };
}

const stepId = (campaignId: number, step: number) => campaignId * 100 + step;

async function storeWorld(db: Db, accountId: number, talk: Talk, flows: readonly Flow[]): Promise<void> {
  const steps = flows.flatMap((flow) => flow.steps);
  const { phone, timeZone, tags } = talk.contact;
  const names = new Set([
    ...Object.keys(tags),
    ...steps.flatMap((step) => (step.type === 'tag' ? [step.tag] : [])),
  ]);
  const values: Record<string, string> = {};
  for (const name of names) {
    const tag = await first(
      db,
      sql<{ id: number }>`
        insert into tags (account_id, name, name_key, position, created_at)
        values (${accountId}, ${name}, ${nameKey(name)}, 0, ${clock.now()}) returning id`,
    );
    const value = tags[name];
    if (tag && value !== undefined) values[tag.id] = value;
  }
  const lists = new Set(
    steps.flatMap((step) => (step.type === 'opt-in' || step.type === 'notification' ? [step.list] : [])),
  );
  for (const id of lists)
    await sql`
      insert into lists (account_id, id, kind, name, name_key, position, created_at)
      values (${accountId}, ${id}, 'list', ${`List ${id}`}, ${`list ${id}`}, 0, ${clock.now()})`.execute(db);
  await sql`
    insert into contacts (account_id, phone, tags, time_zone, created_at)
    values (${accountId}, ${phone}, ${JSON.stringify(values)}::jsonb, ${timeZone}, ${clock.now()})`.execute(
    db,
  );
}
