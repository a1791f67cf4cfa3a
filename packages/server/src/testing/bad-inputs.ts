/**
 * What no screen sends, as data. `sent` is a text of a form; `json` is the raw JSON of a field in a JSON
 * body. `of` says which kinds of fields an input is bad for (see `kindOf`); a call that is new in the
 * contract meets them all by itself.
 */
export type Kind = 'id' | 'number' | 'flag' | 'text' | 'name' | 'ids' | 'day' | 'moment' | 'word' | 'json';
/** `malformed`: 400 with the field in DETAIL. `refused`: RESULT 0 in words, 200. `unknown`: 404. */
export type ReplyClass = 'malformed' | 'refused' | 'unknown';
export type BadInput = {
  name: string;
  sent?: string;
  json?: string;
  of: readonly Kind[];
  is: ReplyClass;
  /** Means "nothing given" where the field is optional. */
  blank?: boolean;
};

const ALL: Kind[] = ['id', 'number', 'flag', 'text', 'name', 'ids', 'day', 'moment', 'word', 'json'];
const TEXTS: Kind[] = ['text', 'name'];
const SHAPED: Kind[] = ['id', 'number', 'flag', 'ids', 'day', 'moment', 'word', 'json'];
const NUMERIC: Kind[] = ['id', 'number'];

const malformed = (of: readonly Kind[], inputs: Record<string, string>): BadInput[] =>
  Object.entries(inputs).map(([name, sent]) => ({ name, sent, of, is: 'malformed' }));
const malformedJson = (of: readonly Kind[], inputs: Record<string, string>): BadInput[] =>
  Object.entries(inputs).map(([name, json]) => ({ name, json, of, is: 'malformed' }));

export const BAD_INPUTS: readonly BadInput[] = [
  { name: 'empty', sent: '', of: SHAPED, is: 'malformed', blank: true },
  { name: 'null', json: 'null', of: ALL, is: 'malformed', blank: true },
  { name: 'an empty name', sent: '', of: ['name'], is: 'refused' },
  { name: 'a name of spaces', sent: '   ', of: ['name'], is: 'refused' },
  { name: 'a name of wide and unbreakable spaces', sent: '\u3000\u00a0\t', of: ['name'], is: 'refused' },
  { name: 'an id of nothing', sent: '987654321', of: ['id'], is: 'unknown' },
  { name: 'the largest id', sent: '9007199254740991', of: ['id'], is: 'unknown' },
  ...malformed(SHAPED, {
    'a word': 'abc',
    markup: '<img src=x onerror=alert(1)>',
    'a quote that ends a statement': "' OR 1=1--",
    'two statements': '1; DROP TABLE users',
    NUL: '1\0',
    'very long': 'x'.repeat(10_000),
    'a broken surrogate': '1\uFFFD',
    emoji: '😀',
    'right to left': '\u202E1',
  }),
  ...malformed(['id', 'number', 'flag', 'ids', 'day', 'moment', 'word'], {
    'an empty list': '[]',
    braces: '{}',
  }),
  ...malformed(NUMERIC, {
    'a fraction': '1.5',
    'an exponent': '1e3',
    hexadecimal: '0x10',
    'leading zeros': '007',
    'a leading space': ' 5',
    'a trailing line': '5\n',
    'a plus': '+5',
    'past 64 bits': '9223372036854775808',
    'four hundred digits': '9'.repeat(400),
    'not a number': 'NaN',
    infinity: 'Infinity',
    'full-width digits': '１２',
    'Arabic digits': '٣',
    'two of them': '1,2',
    'a minus alone': '-',
  }),
  ...malformed(['id'], { zero: '0', negative: '-1' }),
  ...malformedJson(['id', 'number', 'flag', 'ids', 'day', 'moment', 'word', 'text', 'name'], {
    'an object': '{"a":1}',
    'a list': '[1]',
    'a list of lists': '[[[[1]]]]',
  }),
  ...malformedJson(NUMERIC, {
    'true as JSON': 'true',
    'a fraction as JSON': '1.5',
    'a number past all numbers': '1e400',
    'a negative exponent': '1e-7',
  }),
  ...malformed(['flag'], { two: '2', yes: 'yes', 'a zero too many': '01', negative: '-1' }),
  ...malformed(['day'], {
    'a day that is not': '2027-02-30',
    'month 13': '2026-13-01',
    'the year 0': '0000-00-00',
    'the last day of four digits': '9999-12-31',
    'a moment': '2027-01-01T00:00:00Z',
    slashes: '2027/01/01',
    'one digit': '2027-1-1',
    today: 'today',
  }),
  ...malformed(['moment'], {
    'a day that is not': '2027-02-30 09:00:00',
    'hour 25': '2027-01-01 25:00:00',
    'minute 60': '2027-01-01 09:60:00',
    'ISO with a zone': '2027-01-01T09:00:00Z',
    'a day alone': '2027-01-01',
    'the 29th of February 2027': '2027-02-29 09:00:00',
    'the last second of four digits': '9999-12-31 23:59:59',
  }),
  ...malformed(['ids'], {
    'a comma': ',',
    'a gap': '1,,2',
    'a comma at the end': '1,',
    semicolons: '1;2',
    'a condition': '1 OR 1',
    negative: '-1',
    'a fraction': '1.5',
  }),
  { name: 'ids of nothing', sent: '987654321', of: ['ids'], is: 'unknown' },
  ...malformed(['word'], { 'another word': 'EVIL', 'a word and more': 'asc; --' }),
  ...malformed(['json'], {
    'half a list': '[{',
    'half an object': '{"TYPE"',
    'a text': '"x"',
    'a number': '5',
    null: 'null',
    'a list in a list': '[[1]]',
    'prototype key': '{"__proto__":{"x":1}}',
    'prototype key inside': '[{"a":{"constructor":{"prototype":{"x":1}}}}]',
    'nested deeply': '['.repeat(10_000) + ']'.repeat(10_000),
    'NUL inside': '[{"a":"\\u0000"}]',
    'half a surrogate pair inside': '[{"a":"\\ud83d"}]',
    'a flood': `[${'1,'.repeat(30_000)}1]`,
    'single quotes': "{'a':1}",
    'a comment': '[/* */]',
    entities: '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>',
  }),
  ...malformed(TEXTS, { 'NUL in a text': 'a\0b', 'bytes that are no text': 'a\uFFFDb' }),
  ...malformedJson(TEXTS, {
    'half a surrogate pair': '"a\\ud800b"',
    'the other half': '"\\udc00"',
    'escaped NUL': '"a\\u0000b"',
  }),
];

/** Texts that are as good as any: kept as typed, found as typed, shown as text. */
export const GOOD_TEXTS: Readonly<Record<string, string>> = {
  markup: '<img src=x onerror=alert(1)>',
  quote: "O'Hara; DROP TABLE lists;--",
  wildcards: '100%_sure\\',
  emoji: '👩‍👩‍👧‍👦 family 🏳️‍🌈',
  'right to left': 'مرحبا \u202Eabc\u202C שלום',
  formula: '=1+1',
  tokens: '{{x}} {%y%} $z',
  'zero-width joiner': 'क्‍ष',
  'combining marks': 'Z̸̢̛͔a̶l̷g̵o̶',
  'a very long word': 'w'.repeat(100),
  'line separators': 'a\u2028b',
  'the name of a property': '__proto__',
  digits: '007',
  'null as a word': 'null',
};

/**
 * Bad values of fields with a meaning of their own, by wire name. `{list}` and the like stand for ids of the
 * account.
 */
export const BAD_VALUES: Readonly<Record<string, readonly { name: string; sent: string; is: ReplyClass }[]>> =
  {
    ...each(['inpContactString', 'ContactString', 'PHONE', 'inpPhoneNumber'], 'malformed', [
      '123',
      'hello',
      '12345678901234567',
      '+999123456',
      '1e10',
      '😀',
      '000000000000',
      '+',
      '',
    ]),
    ...each(['inpEmail'], 'malformed', ['a@b', 'a b@c.de', 'nobody', '@c.de', 'a@', '']),
    ...each(['TIMEZONE'], 'malformed', ['Mars/Olympus', '', 'america', "UTC'--"]),
    ...each(['ACCOUNTNAME'], 'refused', ['', '   ']),
    ...each(['inpShortCode'], 'unknown', ['987654321', 'no such number', '%', "' OR 1=1--", '+15550000000']),
    ...each(['Tag'], 'refused', ['no such tag', '', 'id); --', '%']),
    ...each(['inpNewPassword'], 'refused', ['short', '']),
    ...each(['inpKeyword'], 'refused', [
      'STOP',
      'help',
      'Unsubscribe',
      'ＳＴＯＰ',
      'k'.repeat(51),
      '😀',
      'a\u200Bb',
      '%',
    ]),
    ...each(['iDisplayStart'], 'malformed', ['-1', '-9007199254740991', '1000000000000']),
    ...each(['iDisplayLength'], 'malformed', ['0', '-1', '-5', '5001', '9007199254740991']),
    ...each(['limit'], 'malformed', ['0', '-1', '101', '1000000000']),
    ...each(['page'], 'malformed', ['-1', '1000001']),
    ...each(['orderBy'], 'malformed', ['password', 'id; --', '__proto__', '1']),
    ...each(['inpContactTypeId'], 'malformed', ['1', '4', '0']),
    ...each(['inpSkipDNCCheck'], 'malformed', ['1', 'true', '00']),
    ...each(['inpTagfilter', 'Filters_vch'], 'malformed', [
      '{}',
      '[{"type":"CDF","tag":"City","operator":"IN","value":"x"}]',
      '[{"type":"CDF","tag":"City","operator":"; DROP","value":"x"}]',
      '[{"type":"CDF","tag":"City","operator":"like","value":"x"}]',
      '[{"type":"CDF","tag":"City","operator":"","value":"x"}]',
      '[{"type":"SQL","tag":"City","operator":"=","value":"x"}]',
      '[{"type":"CDF","tag":"City","operator":"=","value":{}}]',
      '[{"type":"CDF","operator":"=","value":"x"}]',
      JSON.stringify(Array.from({ length: 21 }, () => filter('City', 'x'))),
      JSON.stringify([filter('City', 'x'.repeat(10_000))]),
    ]),
    ...each(['TagArray', 'ListArray', 'ChannelArray'], 'malformed', [
      '{}',
      '[{"NEWINDEX":1}]',
      '[{"ID":"x","NEWINDEX":0}]',
      '[{"ID":1,"NEWINDEX":-1}]',
      '[{"ID":1,"NEWINDEX":1.5}]',
      '[null]',
      '[0]',
    ]),
    ...each(['controlPoint'], 'malformed', [
      ...['{}', '[]', '{"TYPE":"EVIL"}', '{"TYPE":"statement"}', '{"TYPE":7}'],
      ...[
        { TEXT: { a: 1 } },
        { TEXT: 'x'.repeat(1601) },
        { TEXT: 'a\0b' },
        { TEXT: '***', T64: 1 },
        { TEXT: '/////w==', T64: 1 },
        { RTEXT: 'x' },
        { RTEXT: [5] },
        { RTEXT: Array.from({ length: 51 }, () => ({ TEXT: 'x' })) },
        {
          OPTIONS: [
            { ID: 1, TEXT: 'a' },
            { ID: 1, TEXT: 'b' },
          ],
        },
        { OPTIONS: Array.from({ length: 101 }, () => ({ TEXT: 'x' })) },
        { OPTIONS: [{ ID: 1, TEXT: 'a', AVALREG: 'x'.repeat(257) }] },
        { OPTIONS: [{ ID: 1, TEXT: 'a', AVALNEXT: -1 }] },
        { CONDITIONS: [{ CID: 1, BOC: 'OR 1=1' }] },
        { CONDITIONS: Array.from({ length: 101 }, () => ({ BOC: '=' })) },
        { IVALUE: 61 },
        { IVALUE: -1 },
        { IVALUE: '1e1' },
        { ITYPE: 'YEARS' },
        { INRMO: 'LOOP' },
        { IMRNR: 4 },
        { IMIN: 7 },
        { IHOUR: 24 },
        { INOON: '02' },
        { API_TYPE: 'TRACE' },
        { API_ACT: 'HTML' },
        { API_RA: 'EXEC' },
        { API_PORT: 70_000 },
        { AF: 'OTHER' },
        { RQ: -1 },
        { SWT: '2' },
        { ID: 'one' },
        { BOFNQ: 1.5 },
        { LMAX: 1001 },
        { VERSION: 'new' },
      ].map((fields) => JSON.stringify({ TYPE: 'STATEMENT', TEXT: 'Hi', ...fields })),
    ]),
    ...each(['AutomataData'], 'malformed', [
      '[]',
      ...[
        { Type_int: 7 },
        { Type_int: 8 },
        { Type_int: -1 },
        { DayofWeek_ti: 0 },
        { DayofWeek_ti: 8 },
        { DayofMonth_ti: 32 },
        { Month_ti: 13 },
        { Hour_ti: 24 },
        { NextRun_dt: '2027-02-30' },
        { NextRun_dt: '0000-00-00' },
        { WeekEnds_ti: 2 },
        { Status_int: 2 },
        { Filters_vch: '[{' },
        { Desc_vch: 'x'.repeat(256) },
      ].map((data) => JSON.stringify(data)),
    ]),
    ...each(['inpReportString'], 'malformed', [
      '[]',
      '{}',
      '{"title":5}',
      JSON.stringify({ title: 'x'.repeat(25) }),
      JSON.stringify({ title: 'x', description: 'x'.repeat(73) }),
    ]),
    ...each(['inpCountry'], 'malformed', ['ZZ', 'us', 'U', '49', '😀']),
    ...each(['MAPPING'], 'malformed', [
      '{}',
      '[{}]',
      '[{"INDEX":-1,"TARGET":"phone"}]',
      '[{"INDEX":0,"TARGET":7e999}]',
    ]),
  };

function each(fields: readonly string[], is: ReplyClass, values: readonly string[]) {
  const inputs = values.map((sent) => ({ name: sent.slice(0, 60) || 'empty', sent, is }));
  return Object.fromEntries(fields.map((field) => [field, inputs]));
}

function filter(tag: string, value: string) {
  return { type: 'CDF', tag, operator: '=', value };
}
