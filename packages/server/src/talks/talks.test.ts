/** Talks that campaigns keep as tests, and whom a flow is tried as. */
import { calls, FAILING_TALK } from '@parley/contract';
import { blankStep, TEST_PERSON } from '@parley/engine';
import { TALK_LIMITS } from '@parley/rules/talk-limits.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { sql } from '../platform/db/database.ts';
import { talks as textsFrom } from '../policy/testing/talks.ts';
import { type Client, useHarness } from '../testing/harness.ts';

const harness = useHarness();
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;
beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
});

const { talks, flow } = calls;
const BLANK = 99;
const HI =
  '# x\n{"contact":{"phone":"+14155550100","tags":{"Plan":"gold"}}}\n---\n* start\n< Hi\n= ended done\n';

/** A campaign that says one text. */
async function saying(user: Client, text = 'Hi') {
  const { campaign } = (await user.ask(calls.templates.createCampaign, { template: BLANK })).values;
  const point = { step: { ...blankStep('final-message'), text }, version: null };
  const { step } = (await user.ask(flow.addStep, { campaign, point })).values.step;
  const say = async (next: string) =>
    user.ask(flow.saveStep, {
      campaign,
      point: { step: { ...step, text: next } as typeof step, version: null },
    });
  return { campaign, step, say };
}
const keep = async (user: Client, campaign: number, name = 'Happy', text = HI) =>
  user.ask(talks.add, { campaign, name, text });
const kept = async (user: Client, campaign: number) =>
  (await user.ask(talks.list, { campaign })).values.talks;
const publish = async (campaign: number, isAnyway = false) => {
  const draftVersion = (await ann.ask(flow.read, { campaign })).values.flowVersion;
  return ann.ask(flow.publish, { campaign, draftVersion, message: '', isAnyway });
};

describe('talks of a campaign', () => {
  test('are kept under a name without anybody’s number, renamed, replaced and deleted', async () => {
    const { campaign } = await saying(ann);
    const { id } = (await keep(ann, campaign)).values;
    const [first] = await kept(ann, campaign);
    expect(first).toMatchObject({ id, name: 'Happy' });
    expect(first?.text).toContain(TEST_PERSON);
    expect(first?.text).not.toContain('4155550100');
    await ann.ask(talks.rename, { talk: id, name: 'Glad' });
    await ann.ask(talks.replace, { talk: id, text: HI.replace('< Hi', '< Ho') });
    const [second] = await kept(ann, campaign);
    expect(second?.name).toBe('Glad');
    expect(second?.text).toMatch(/^# Glad\n[^\n]+\n---\n\* start\n< Ho\n/);
    await ann.ask(talks.remove, { talk: id });
    expect(await kept(ann, campaign)).toEqual([]);
    expect((await ann.ask(talks.remove, { talk: id })).status).toBe(404);
  });

  test('are nobody else’s', async () => {
    const { campaign } = await saying(ann);
    const { id } = (await keep(ann, campaign)).values;
    for (const answer of [
      await bob.ask(talks.list, { campaign }),
      await keep(bob, campaign),
      await bob.ask(talks.rename, { talk: id, name: 'Mine' }),
      await bob.ask(talks.replace, { talk: id, text: HI }),
      await bob.ask(talks.remove, { talk: id }),
    ])
      expect(answer.status).toBe(404);
    expect(await kept(ann, campaign)).toHaveLength(1);
  });

  test('that cannot be read, are too long or too many are refused, and not kept', async () => {
    const { campaign } = await saying(ann);
    const unread = await keep(ann, campaign, 'x', '{}\n---\n* start\n? what');
    expect(unread).toMatchObject({ RESULT: 0, DETAIL: 'inpTalk' });
    expect(unread.MESSAGE).toContain('Line 4');
    for (const text of [
      '',
      'hello',
      '---',
      '[]\n---\n',
      `{"a":${'['.repeat(9000)}${']'.repeat(9000)}}\n---\n`,
    ])
      expect(await keep(ann, campaign, 'x', text)).toMatchObject({ RESULT: 0, DETAIL: 'inpTalk' });
    expect(await keep(ann, campaign, 'x', `{}\n---\n> ${'x'.repeat(1601)}`)).toMatchObject({ RESULT: 0 });
    const long = `{}\n---\n${'~ 1 day\n'.repeat(TALK_LIMITS.lines + 1)}`;
    expect(await keep(ann, campaign, 'x', long)).toMatchObject({ RESULT: 0, DETAIL: 'inpTalk' });
    await sql`
      insert into talks (account_id, campaign_id, name, talk, created_at)
      select ${ann.accountId}, ${campaign}, 'x', ${HI}, now() from generate_series(2, ${TALK_LIMITS.talks})`.execute(
      harness().services.db,
    );
    const last = await Promise.all([keep(ann, campaign, 'A'), keep(ann, campaign, 'B')]);
    expect(last.map(({ RESULT }) => RESULT).sort()).toEqual([0, 1]);
    expect(await kept(ann, campaign)).toHaveLength(TALK_LIMITS.talks);
  });

  test('that are renamed and replaced at the same moment keep the new name and the new text', async () => {
    const { campaign } = await saying(ann);
    for (let n = 0; n < 10; n++) await keep(ann, campaign, `Old ${n}`);
    const text = HI.replace('< Hi', '< Ho');
    await Promise.all(
      (await kept(ann, campaign)).flatMap(({ id: talk }) => [
        ann.ask(talks.rename, { talk, name: 'Glad' }),
        ann.ask(talks.replace, { talk, text }),
      ]),
    );
    for (const talk of await kept(ann, campaign)) {
      expect(talk.name).toBe('Glad');
      expect(talk.text).toMatch(/^# Glad\n[^\n]+\n---\n\* start\n< Ho\n/);
    }
  });

  test('come along into copies, templates and campaigns from these', async () => {
    const { campaign } = await saying(ann);
    await keep(ann, campaign);
    const { id: copy } = (await ann.ask(calls.campaigns.duplicate, { campaign })).values;
    const { template } = (await ann.ask(calls.templates.saveAsTemplate, { campaign, name: 'T' })).values;
    const { campaign: made } = (await ann.ask(calls.templates.createCampaign, { template })).values;
    for (const each of [copy, template, made])
      expect((await kept(ann, each)).map(({ name }) => name)).toEqual(['Happy']);
  });
});

describe('publishing', () => {
  test('is refused with the line that differs, and goes on when it is wanted anyway', async () => {
    const { campaign, say } = await saying(ann);
    await keep(ann, campaign);
    expect((await publish(campaign)).RESULT).toBe(1);
    await say('Ho');
    expect(await publish(campaign)).toMatchObject({
      RESULT: 0,
      DETAIL: FAILING_TALK,
      MESSAGE: 'The test “Happy” fails. Line 5: expected “Hi”, got “Ho”.',
    });
    expect((await publish(campaign, true)).values.live).toBe(2);
  });

  test('holds an earlier version back as well that a talk fails on; the draft alone becomes it freely', async () => {
    const { campaign, say } = await saying(ann);
    await publish(campaign);
    await say('Ho');
    await keep(ann, campaign, 'Glad', HI.replace('< Hi', '< Ho'));
    await publish(campaign);
    const back = async (more: { isPublished: boolean; isAnyway: boolean }) => {
      const { flowVersion: draftVersion } = (await ann.ask(flow.read, { campaign, isTemplate: false }))
        .values;
      return ann.ask(flow.goBack, { campaign, number: 1, draftVersion, message: '', ...more });
    };
    expect(await back({ isPublished: true, isAnyway: false })).toMatchObject({
      RESULT: 0,
      DETAIL: FAILING_TALK,
      MESSAGE: 'The test “Glad” fails. Line 5: expected “Ho”, got “Hi”.',
    });
    expect((await back({ isPublished: false, isAnyway: false })).values.live).toBe(2);
    expect((await back({ isPublished: true, isAnyway: true })).values.live).toBe(3);
  });

  test('plays all of many long talks, to the last line', async () => {
    const { campaign } = await saying(ann);
    const long = `{}\n---\n${'* start\n< Hi\n'.repeat(TALK_LIMITS.lines / 2)}`;
    for (let n = 0; n < 10; n++) await keep(ann, campaign, `Long ${n}`, long);
    await keep(ann, campaign, 'Last', long.replace(/< Hi\n$/, '< Ho\n'));
    const line = 3 + TALK_LIMITS.lines;
    expect((await publish(campaign)).MESSAGE).toContain(`“Last” fails. Line ${line}: expected “Ho”`);
  });
});

describe('somebody to try a flow as', () => {
  const PHONE = '+12125553377';

  test('is found by number and tags, in the own account alone', async () => {
    const list = (await ann.ask(calls.lists.add, { name: 'People' })).values.id;
    const { contactId: contact } = (await ann.ask(calls.members.add, { phone: PHONE, list })).values;
    await ann.ask(calls.tags.add, { name: 'First name' });
    await ann.ask(calls.tags.setValue, { contact, tag: 'First name', value: 'Adelaide' });
    const found = async (user: Client, search: string) =>
      (await user.ask(talks.people, { search })).values.people.map((each) => each.contact);
    for (const search of ['', '55533', 'adel', '33']) expect(await found(ann, search)).toEqual([contact]);
    for (const search of ['nobody', '99999']) expect(await found(ann, search)).toEqual([]);
    expect(await found(bob, 'adel')).toEqual([]);
    expect((await bob.ask(talks.person, { contact })).status).toBe(404);
  });

  test('has its tags, clock, quiet hours, consent and opt-out as a conversation would', async () => {
    const { services } = harness();
    const carol = await harness().newUser();
    const channelId = (await firstChannel(services.db, carol.accountId))?.id ?? 0;
    await carol.ask(calls.tags.add, { name: 'Plan' });
    const list = (await carol.ask(calls.lists.add, { name: 'People' })).values.id;
    const { contactId: contact } = (await carol.ask(calls.members.add, { phone: PHONE, list })).values;
    await carol.ask(calls.tags.setValue, { contact, tag: 'Plan', value: 'gold' });
    expect((await carol.ask(talks.hours, {})).values).toMatchObject({ quiet: false });
    await carol.ask(calls.gate.saveChannelRules, {
      channel: channelId,
      usual: false,
      quiet: true,
      from: 9,
      to: 20,
      byState: false,
    });
    const read = async () => (await carol.ask(talks.person, { contact })).values;
    expect(await read()).toMatchObject({
      phone: PHONE,
      zones: 'America/New_York',
      quiet: true,
      from: 9,
      to: 20,
      optedOut: false,
      tags: [{ name: 'Plan', value: 'gold' }],
    });
    expect((await carol.ask(talks.hours, {})).values).toMatchObject({ quiet: true, from: 9, to: 20 });
    const { text } = textsFrom(() => ({ services, accountId: carol.accountId, channelId }));
    await text(PHONE, 'STOP');
    expect((await read()).optedOut).toBe(true);
  });
});
