/**
 * What is written down as handed over of few messages is no more than the carrier's window has room for: the
 * rest is not in doubt.
 */
import { expect, test } from 'vitest';
import { useSmppChannel } from '../carriers/testing/smpp-channel.ts';
import { sql } from '../platform/db/database.ts';
import { useHarness } from '../testing/harness.ts';
import { channelSenderOf } from './channel-sender.ts';
import { submitGroups } from './submit.ts';

const harness = useHarness();
const channel = useSmppChannel(harness);
const WINDOW = 4;
const PEOPLE = 24;

test('a small claim is noted slice by slice, each when the one before is on the wire but for a window', async () => {
  const { services } = harness();
  const { accountId, channelId } = channel.place;
  const { carrier, smsc } = await channel.connect({ window: String(WINDOW) });
  const line = { ...(await channelSenderOf(services.db, services, accountId, channelId)), carrier };
  const firstTry = new Date();
  const groups = [];
  for (let n = 0; n < PEOPLE; n += 1)
    groups.push({ messages: [await channel.message()], segments: 1, firstTry });
  const noted: number[] = [];
  /** Of what was noted before, what the centre had not got at each note. */
  const waiting: number[] = [];
  let stored = 0;
  await submitGroups({
    services,
    accountId,
    line,
    groups,
    urgent: true,
    mayStart: () => true,
    pause: () => undefined,
    keepLease: async () => undefined,
    note(ids) {
      waiting.push(noted.reduce((sum, count) => sum + count, 0) - smsc.submitted.length);
      noted.push(ids.length);
      return { query: sql`select 1`.compile(services.db), read: () => true };
    },
    async store(results) {
      stored += results.filter(({ outcome }) => outcome.status === 'sent').length;
    },
  }).stored;
  expect(stored).toBe(PEOPLE);
  expect(noted).toEqual([8, 8, 8]);
  expect(Math.max(...waiting)).toBeLessThanOrEqual(WINDOW);
});
