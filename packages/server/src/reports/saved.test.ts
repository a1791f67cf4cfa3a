import { calls } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness({ config: { reportSecret: 'tea & biscuits' } });
type User = Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let ann: User;
let bob: User;

beforeAll(async () => {
  ann = await harness().newUser();
  bob = await harness().newUser();
});

describe('saved reports', () => {
  const layout = {
    md: [{ x: 0, y: 0, w: 3, h: 5, title: 'x', metric: { metricId: 5, layoutId: 'a', datapointId: 1 } }],
    sm: [],
    xxs: [],
  };
  const saveNew = (user: User, title: string, more: object = {}) =>
    user.ask(calls.reports.saveNew, { report: { title, description: 'About it', layout, ...more } });

  test('come back as they were saved, and are listed newest first', async () => {
    const one = (await saveNew(ann, ' Weekly ', { extra: [1] })).values.id;
    const two = (await saveNew(ann, 'Monthly')).values.id;
    const loaded = JSON.parse(String((await ann.ask(calls.reports.load, { report: one })).values.data));
    expect(loaded).toEqual({
      id: one,
      title: 'Weekly',
      description: 'About it',
      createDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      layout,
      extra: [1],
    });
    const found = (await ann.ask(calls.reports.list, {})).values.reports;
    expect(found.map(({ id, title }) => [id, title])).toEqual([
      [two, 'Monthly'],
      [one, 'Weekly'],
    ]);
    const changed = await ann.ask(calls.reports.save, {
      id: one,
      report: { title: 'Daily', description: '', layout: {} },
    });
    expect(changed.values.id).toBe(one);
    expect(
      JSON.parse(String((await ann.ask(calls.reports.load, { report: one })).values.data)),
    ).toMatchObject({ title: 'Daily', layout: {} });
    expect((await ann.ask(calls.reports.remove, { report: one })).RESULT).toBe(1);
    expect((await ann.ask(calls.reports.remove, { report: one })).RESULT).toBe(1);
  });

  test('of two people who save one, the second is told, and may put hers in its place', async () => {
    const id = (await saveNew(ann, 'Shared')).values.id;
    const load = async () => (await ann.ask(calls.reports.load, { report: id })).values;
    const { version } = await load();
    const save = (title: string, version?: number) => {
      const report = { title, description: '', layout };
      return ann.ask(calls.reports.save, { id, report, ...(version !== undefined && { version }) });
    };
    const first = await save('Hers', version);
    expect(first.values.version).toBe(version + 1);
    expect(await save('Mine', version)).toMatchObject({ status: 200, RESULT: 0, DETAIL: 'VERSION' });
    expect(JSON.parse(String((await load()).data))).toMatchObject({ title: 'Hers' });
    expect((await save('Mine', first.values.version)).RESULT).toBe(1);
    expect((await save('Anybody’s')).RESULT).toBe(1);
    expect((await load()).version).toBe(version + 3);
    await ann.ask(calls.reports.remove, { report: id });
    expect((await save('Mine', version)).status).toBe(404);
  });

  test.each([[5], [true], ['x'], ['5']])(
    'of which the layout is %j are malformed, and not stored',
    async (odd) => {
      const before = (await bob.ask(calls.reports.list, {})).values.reports.length;
      expect(await saveNew(bob, 'Odd', { layout: odd })).toMatchObject({
        status: 400,
        MESSAGE: 'inpReportString layout is not valid.',
      });
      expect((await bob.ask(calls.reports.list, {})).values.reports).toHaveLength(before);
    },
  );

  test.each([[null], [[]], [{}], ['{"md":[]}']])('may have the layout %j', async (given) => {
    expect((await saveNew(bob, 'Fine', { layout: given })).RESULT).toBe(1);
  });

  test('need a name of 24 characters at most', async () => {
    expect(await saveNew(ann, '   ')).toMatchObject({ status: 200, RESULT: 0 });
    expect(await saveNew(ann, 'x'.repeat(25))).toMatchObject({ status: 400, DETAIL: 'inpReportString' });
    expect((await saveNew(ann, 'x'.repeat(24))).RESULT).toBe(1);
    // Counted alike where it is saved and where it is read: one title too long for its reader would hide all
    // of them.
    expect(await saveNew(ann, `${'🎉'.repeat(12)}x`)).toMatchObject({ status: 400 });
    expect((await saveNew(ann, '🎉'.repeat(12))).RESULT).toBe(1);
    expect((await ann.ask(calls.reports.list, {})).values.reports[0]?.title).toBe('🎉'.repeat(12));
    expect(await saveNew(ann, 'x', { description: 'y'.repeat(73) })).toMatchObject({
      status: 400,
      MESSAGE: 'inpReportString description must have at most 72 characters.',
    });
    expect(await ann.post('report/saveNewCustomReport', { inpReportString: '{}' })).toMatchObject({
      status: 400,
      MESSAGE: 'inpReportString title is missing or of the wrong kind.',
    });
    expect(await ann.post('report/saveNewCustomReport', { inpReportString: '{' })).toMatchObject({
      status: 400,
    });
  });

  test('of others are not found', async () => {
    const foreign = (await saveNew(bob, 'Bob’s')).values.id;
    const tries = (id: number) => [
      ann.ask(calls.reports.load, { report: id }),
      ann.ask(calls.reports.save, { id, report: { title: 'x', description: '', layout: {} } }),
      ann.ask(calls.reports.remove, { report: id }),
    ];
    const unknown = await Promise.all(tries(9_999_999));
    expect(unknown.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await Promise.all(tries(foreign))).toEqual(unknown);
  });
});

test('the builder’s secret is a setting, and without one there is none', async () => {
  const isRight = async (secret: string) => (await ann.ask(calls.reports.debug, { secret })).values.isRight;
  expect(await isRight('tea & biscuits')).toBe(true);
  expect([await isRight('tea'), await isRight('')]).toEqual([false, false]);
  harness().services.config.reportSecret = null;
  expect([await isRight('tea & biscuits'), await isRight(''), await isRight('null')]).toEqual([
    false,
    false,
    false,
  ]);
});
