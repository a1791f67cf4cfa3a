import { BASE, calls } from '@parley/contract';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import type { SegmentGroup } from '@parley/rules/segment.ts';
import { describe, expect, it } from 'vitest';
import { rows, sql } from '../platform/db/database.ts';
import { lockWaits } from '../testing/each-server.ts';
import { useHarness } from '../testing/harness.ts';
import { planTree } from './meaning.ts';
import { estimatePlan } from './segment-count.ts';

const harness = useHarness();
const { segments } = calls;
/** What takes long on a busy machine is given up elsewhere. */
const PATIENT_MS = 60_000;
const MANY = SEGMENT_TREE_LIMITS.estimatedFrom + 10_000;

const optedIn: SegmentGroup = { match: 'all', of: [{ on: 'consent', is: 'opted-in' }] };

/** So many contacts, of whom every third has opted in. */
async function account(contacts: number) {
  const user = await harness().newUser();
  const { db } = harness().services;
  const { accountId } = user;
  await sql`
    insert into contacts (account_id, phone, tags, opted_out, created_at)
    select ${accountId}, '+1' || (${2_120_000_000 + accountId * 100_000} + n), '{}', false, now()
    from generate_series(1, ${contacts}::int) n`.execute(db);
  await sql`
    insert into consents (account_id, phone, kind, source, at)
    select ${accountId}, phone, 'opt-in', 'keyword', now() from contacts
    where account_id = ${accountId} and id % 3 = 0`.execute(db);
  await sql`analyze contacts, consents`.execute(db);
  return { user, db, accountId };
}

describe('an estimate', () => {
  it('of many contacts is near the count', async () => {
    const { accountId, db } = await account(MANY);
    await account(10);
    const about = async (tree: SegmentGroup) => {
      const plan = await planTree(db, accountId, tree, new Date());
      return (await estimatePlan(db, accountId, plan, PATIENT_MS)) ?? -1;
    };
    const estimate = await about(optedIn);
    const [third] = await rows(
      db,
      sql<{ n: number }>`select count(*)::int as n from consents where account_id = ${accountId}`,
    );
    expect(Math.abs(estimate - (third?.n ?? 0))).toBeLessThan(MANY / 50);
    const not: SegmentGroup = { match: 'none', of: optedIn.of };
    expect(Math.abs((await about(not)) + estimate - MANY)).toBeLessThan(MANY / 50);
  });

  it('of few contacts is none', async () => {
    const { user } = await account(30);
    expect((await user.ask(segments.estimate, { tree: optedIn })).values.estimate).toBe(-1);
    const nobody = await harness().newUser();
    expect((await nobody.ask(segments.estimate, { tree: optedIn })).values.estimate).toBe(-1);
  });
});

it('a count ends when the browser that asked goes away', async () => {
  const { app, services } = harness();
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const post = (path: string, form: Record<string, string>, init: RequestInit = {}) =>
    fetch(`${address}${BASE}${path}`, {
      ...init,
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', ...init.headers },
      body: new URLSearchParams(form),
    });
  const signedUp = await post('registration/RegisterNewUser', {
    inpEmail: 'leaving@example.com',
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '2125559999',
  });
  const cookie = signedUp.headers.getSetCookie().map((each) => each.split(';')[0]);
  const blocker = await services.pool.connect();
  await blocker.query('begin; lock table consents in access exclusive mode');
  const leaving = new AbortController();
  const asked = post(
    'segments/countSegment',
    { inpTree: JSON.stringify(optedIn) },
    { signal: leaving.signal, headers: { cookie: cookie.join('; ') } },
  ).catch((error: Error) => error.name);
  const waiting = () => lockWaits(services.db);
  await expect.poll(waiting).toBe(1);
  leaving.abort();
  await expect.poll(waiting).toBe(0);
  expect(await asked).toBe('AbortError');
  await blocker.query('commit');
  blocker.release();
});
