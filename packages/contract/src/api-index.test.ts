import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from './api-index.ts';
import { readStep, writeStep } from './cpdata/step.ts';
import { type Call, decodeFields, encodeFields, FieldError } from './kernel/call.ts';

const PRINTED = new URL('./api-index.txt', import.meta.url);

/** The wire in words, one block a call: a difference in review is a change of the wire. */
function print(): string {
  const blocks = Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members as unknown as Record<string, Call>).map(([key, call]) => {
      const fields = (title: string, map: Call['form']) =>
        Object.values(map).map((field) => `  ${title} ${field.wire}: ${field.codec.kind}`);
      return [
        `${call.method} ${call.path}   (${group}.${key}; ${call.access}${call.ownersOnly ? '; owners only' : ''}${call.sends ? '; sends' : ''}${call.confirmed ? '; confirmed' : ''}${call.shape === 'envelope' ? '' : `; ${call.shape}`})`,
        `  ${call.about}`,
        ...fields('<', call.form),
        ...fields('>', call.reply),
        ...(call.fails ? [`  ! ${call.fails}`] : []),
      ].join('\n');
    }),
  );
  return `${blocks.join('\n\n')}\n`;
}

test('the printed contract is fresh (run with UPDATE_API_INDEX=1 to print it anew)', () => {
  if (process.env.UPDATE_API_INDEX) writeFileSync(PRINTED, print());
  expect(readFileSync(PRINTED, 'utf8')).toBe(print());
});

test('no two calls share a path, whatever the case', () => {
  const paths = Object.values(calls).flatMap((group) =>
    Object.values(group as unknown as Record<string, Call>).map((call) => call.path.toLowerCase()),
  );
  expect(new Set(paths).size).toBe(paths.length);
});

test('a flag goes out as 0 or 1 and a number as itself, also where they are what an absent field means', () => {
  const saved = encodeFields(calls.automata.update.form, {
    automaton: 3,
    data: { enabled: false } as never,
    justEnabled: false,
  });
  expect(saved).toMatchObject({ Enabled: 0, AutomataData: '{"Status_int":0}' });
  expect(encodeFields(calls.members.list.form, { list: 3, start: 0, search: '', length: 15 })).toEqual({
    ListId: 3,
    iDisplayStart: 0,
    iSearchStr: '',
    iDisplayLength: 15,
  });
  const noFilters = encodeFields(calls.blast.send.form, {
    campaign: 1,
    lists: [2],
    segment: 0,
    channel: '',
    contactType: 3,
    skipOptOutCheck: 0,
    abCampaigns: [],
    filters: [],
    schedule: '',
    localTime: false,
    timeToLive: 0,
  });
  expect(noFilters).toMatchObject({ inpContactTypeId: 3, inpSkipDNCCheck: 0, inpSchedule: '' });
  expect(decodeFields(calls.blast.send.form, noFilters)).toMatchObject({ abCampaigns: [], filters: [] });
});

test('a field that is missing, doubled or of the wrong type is malformed and named', () => {
  const { form } = calls.lists.rename;
  expect(() => decodeFields(form, { ListName: 'VIP' })).toThrow(
    new FieldError('malformed', 'ListId', 'is missing'),
  );
  expect(() => decodeFields(form, { ListId: ['1', '2'], ListName: 'VIP' })).toThrow(
    /ListId is given more than once/,
  );
  for (const bad of ['-1', '0', '1.5', '1e3', '0x10', '007', ' 5', '5;', '9223372036854775808', 'NaN'])
    expect(() => decodeFields(form, { ListId: bad, ListName: 'VIP' }), bad).toThrow(FieldError);
});

test('what is malformed is told in words for a person', () => {
  const form = calls.blast.review.form;
  const good = { inpBatchId: '1', inpTargetListIds: '1,2', inpShortCode: '' };
  expect(decodeFields(form, good)).toMatchObject({ lists: [1, 2] });
  expect(() => decodeFields(form, { ...good, inpTargetListIds: '' })).toThrow(
    'inpTargetListIds must name at least one',
  );
  expect(() => decodeFields(form, { ...good, inpContactTypeId: '1' })).toThrow('inpContactTypeId must be 3');
});

test('a blank name is refused, not malformed, also one of signs that nobody sees', () => {
  for (const ListName of ['   ', '\u200B', ' \u00A0\u2060\uFEFF', '\u3164\u2800', '\u00AD\u200D'])
    try {
      decodeFields(calls.lists.add.form, { ListName });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ kind: 'refused', field: 'ListName' });
    }
  expect(decodeFields(calls.lists.add.form, { ListName: '\u200F\u05D0 \u{1F44D}\uFE0F' })).toBeDefined();
});

test('lists named as JSON text in the specification are strings that hold JSON', () => {
  const reply = encodeFields(calls.tags.list.reply, { tags: [{ id: 3, name: 'City', index: 0 }] });
  expect(reply).toEqual({ TAGS: '[{"ID":3,"TAG":"City","NEWINDEX":0}]' });
  expect(decodeFields(calls.tags.list.reply, reply)).toEqual({ tags: [{ id: 3, name: 'City', index: 0 }] });
});

test('prototype keys, deep nesting and broken JSON are malformed', () => {
  const deep = '['.repeat(100) + ']'.repeat(100);
  for (const bad of ['{', '{"__proto__":{"x":1}}', `{"a":${deep}}`, 'null', '[]', '"x"', ''])
    expect(
      () => decodeFields(calls.flow.saveStep.form, { inpBatchId: '1', controlPoint: bad }),
      bad.slice(0, 30),
    ).toThrow(FieldError);
});

test('a step survives the way out and back, unknown fields included', () => {
  const wire = {
    ID: 5,
    RQ: 2,
    SWT: '1',
    TYPE: 'ONESELECTION',
    TEXT: 'Pick one',
    OPTIONS: [{ ID: 1, TEXT: 'Red', AVAL: '10', AVALNEXT: 7, TRN: [{ TID: 1, TEXT: 'crimson' }] }],
    ITYPE: 'TODAY',
    IHOUR: 3,
    INOON: '01',
    IMIN: 15,
    IMRNR: 2,
    GID: 'kept',
    API_DOM: 'kept too',
    VERSION: 4,
  };
  const { step, version } = readStep(wire);
  expect(version).toBe(4);
  expect(step).toMatchObject({
    type: 'choice-question',
    wait: { unit: 'today', hour: 15, minute: 15 },
    retries: 2,
  });
  const back = writeStep(step, version);
  expect(back).toMatchObject({
    ...wire,
    OPTIONS: [{ ...wire.OPTIONS[0], TRN: [{ TID: 1, TEXT: 'crimson', T64: 0 }] }],
  });
  expect(readStep(back)).toEqual({ step, version });
});

test('a control point with an ID not above 0 is new; its PID may name a stored one', () => {
  const idOf = (ids: object) =>
    calls.flow.saveStep.form.point.codec.decode(JSON.stringify({ TYPE: 'RESET', ...ids })).step.id;
  expect([{ ID: -1 }, { ID: '0' }, { ID: null }, { ID: -3, PID: -1 }].map(idOf)).toEqual([0, 0, 0, 0]);
  expect([{ PID: 7 }, { ID: 0, PID: '7' }, { ID: 5, PID: 7 }].map(idOf)).toEqual([7, 7, 5]);
});

test('hours and minutes may be written with two digits', () => {
  const wait = { TYPE: 'INTERVAL', ITYPE: 'TODAY', IHOUR: '02', IMIN: '00', INOON: '01' };
  const { step } = calls.flow.saveStep.form.point.codec.decode(JSON.stringify(wait));
  expect(step).toMatchObject({ wait: { hour: 14, minute: 0 } });
});

test('a text with T64 1 is base64 of UTF-8; anything else under it is malformed', () => {
  const encoded = Buffer.from('Café ☕').toString('base64');
  expect(readStep({ TYPE: 'STATEMENT', TEXT: encoded, T64: 1 }).step).toMatchObject({ text: 'Café ☕' });
  expect(writeStep(readStep({ TYPE: 'STATEMENT', TEXT: encoded, T64: '1' }).step, 1)).toMatchObject({
    TEXT: 'Café ☕',
    T64: 0,
  });
  for (const bad of ['not base64!', '/w==', 'abc'])
    expect(() => readStep({ TYPE: 'STATEMENT', TEXT: bad, T64: 1 }), bad).toThrow();
});

test('the entries of STEXT are kept; their encoded texts are stored plain, and the picture is the first link among them', () => {
  const words = {
    SID: 1,
    MTYPE: 'FBTEXT',
    TEXT: Buffer.from('Café ☕').toString('base64'),
    T64: 1,
    LINK: '',
  };
  const picture = { SID: 2, MTYPE: 'IMAGE', TEXT: '', T64: 0, LINK: 'https://a.example/1.png' };
  const plain = [{ ...words, TEXT: 'Café ☕', T64: 0 }, picture];
  for (const TYPE of ['MMS', 'STATEMENT'])
    expect(writeStep(readStep({ TYPE, STEXT: [words, picture] }).step, 1)).toMatchObject({ STEXT: plain });
  const { step } = readStep({ TYPE: 'MMS', STEXT: plain });
  expect(step).toMatchObject({ media: picture.LINK });
  const other = 'https://a.example/2.png';
  expect(writeStep({ ...step, media: other } as typeof step, 1)).toMatchObject({
    STEXT: [plain[0], { ...picture, LINK: other }],
  });
  expect(() => readStep({ TYPE: 'MMS', STEXT: [{ ...words, TEXT: 'not base64!' }] })).toThrow();
});

test('how near an answer must be goes both ways, and what is usual is left out', () => {
  const onWire = (ANSMATCH?: unknown) =>
    writeStep(readStep({ TYPE: 'ONESELECTION', ...(ANSMATCH === undefined ? {} : { ANSMATCH }) }).step, 1);
  for (const usual of [undefined, '', 0, 42, '42']) expect('ANSMATCH' in onWire(usual)).toBe(false);
  expect([onWire(100).ANSMATCH, onWire('30').ANSMATCH, onWire(55).ANSMATCH]).toEqual([100, 30, 55]);
});

test.each([
  { TYPE: 'EVIL' },
  { TYPE: 'statement' },
  {},
  { TYPE: 'STATEMENT', ITYPE: 'YEARS' },
  { TYPE: 'STATEMENT', INRMO: 'LOOP' },
  { TYPE: 'SHORTANSWER', IVALUE: 61 },
  { TYPE: 'SHORTANSWER', IMRNR: 4 },
  { TYPE: 'SHORTANSWER', IMIN: 7 },
  { TYPE: 'API', API_TYPE: 'TRACE' },
  { TYPE: 'BRANCH', CONDITIONS: [{ BOC: 'OR 1=1' }] },
  { TYPE: 'STATEMENT', TEXT: 'x'.repeat(1601) },
  { TYPE: 'STATEMENT', TEXT: { a: 1 } },
  { TYPE: 'STATEMENT', TEXT: 'x', T64: 2 },
  { TYPE: 'ONESELECTION', OPTIONS: [{ ID: 1 }, { ID: 1 }] },
  { TYPE: 'ONESELECTION', ANSMATCH: 101 },
  { TYPE: 'SHORTANSWER', ANSMATCH: -1 },
  { TYPE: 'STATEMENT', ANSMATCH: 'close' },
])('a control point with %j is not taken', (point) => {
  expect(() => readStep(point as Record<string, unknown>)).toThrow();
});
