/** Conversations of every step type, through the simulated carrier. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, inject, test } from 'vitest';
import {
  addList,
  addMember,
  addStep,
  campaignOf,
  changeStep,
  heard,
  keyword,
  listOf,
  phone,
  readStep,
  received,
  register,
  setTag,
  texts,
} from './wire.ts';

const address = inject('address');
let client: Awaited<ReturnType<typeof register>>;
let last = 0;
beforeAll(async () => {
  client = await register(address);
});

/** A number nobody has used. */
const person = () => {
  last += 1;
  return `212555${String(last).padStart(4, '0')}`;
};

/** A campaign with a keyword; answers the ids of its steps and how to start it. */
async function talk(...points: Record<string, unknown>[]) {
  const { campaign, steps } = await campaignOf(client, ...points);
  const word = `talk${campaign}`;
  expect(await keyword(client, campaign, word)).toMatchObject({ RESULT: 1 });
  const start = async (count: number) => {
    const who = person();
    await texts(client, who, word.toUpperCase());
    await heard(client, who, count);
    return who;
  };
  /** Texts, and answers what came after. */
  const say = async (who: string, text: string, count: number) => {
    const before = (await received(client, who)).length;
    await texts(client, who, text);
    return (await heard(client, who, before + count)).slice(before);
  };
  return { campaign, steps, word, start, say, change: changeStep.bind(null, client, campaign) };
}

const tagsOf = async (who: string, list: number) => {
  const contact = await addMember(client, list, who);
  return Object.fromEntries(
    listOf(
      await client.post('tags/TagListWithData', { inpFilter: '', ContactAddressId: contact }),
      'TAGS',
    ).map(({ TAG, VALUE }) => [TAG, VALUE]),
  );
};

test('messages and final messages: in order, alternatives evenly, nothing after the end', async () => {
  const { start, say, word } = await talk(
    { TYPE: 'STATEMENT', TEXT: 'One' },
    {
      TYPE: 'TRAILER',
      TEXT: 'A',
      RTEXT: [
        { TID: 1, TEXT: 'B', T64: 0 },
        { TID: 2, TEXT: 'C', T64: 0 },
      ],
    },
    { TYPE: 'STATEMENT', TEXT: 'Never' },
  );
  const people = await Promise.all(Array.from({ length: 24 }, () => start(2)));
  const ends = await Promise.all(people.map(async (who) => (await received(client, who))[1]));
  expect([...new Set(ends)].toSorted()).toEqual(['A', 'B', 'C']);
  const [who = ''] = people;
  expect(await say(who, `  "${word.replace('talk', 'ＴＡＬＫ')}!" `, 2)).toEqual([
    'One',
    expect.stringMatching(/^[ABC]$/),
  ]);
});

test('a question: number, letter, text, pattern, training phrase; next, response, switch; the raw answer', async () => {
  const other = await talk({ TYPE: 'TRAILER', TEXT: 'Switched' });
  const { steps, start, say, change } = await talk(
    { TYPE: 'ONESELECTION', TEXT: 'Which?', TDESC: 'Which one' },
    { TYPE: 'TRAILER', TEXT: 'default' },
    { TYPE: 'TRAILER', TEXT: 'jumped' },
  );
  const [question = 0, end = 0, jump = 0] = steps;
  await change(end, { TEXT: `{%answer:${question}%}/{%intent:Which one%}` });
  await change(question, {
    OPTIONS: [
      { ID: 1, TEXT: 'Red', AVAL: 'r', AVALRESP: 'Roses.' },
      { ID: 2, TEXT: 'Café', AVAL: 'c', AVALNEXT: jump },
      { ID: 3, TEXT: 'Postcode', AVAL: 'p', AVALREG: '^\\d{5}$' },
      {
        ID: 4,
        TEXT: 'Agent',
        AVAL: 'a',
        AVALREDIR: other.campaign,
        TRN: [{ TID: 1, TEXT: 'I want to talk to a real person', T64: 0 }],
      },
    ],
  });
  const answers = async (text: string, count: number) => say(await start(1), text, count);
  expect((await answers('1', 2))[0]).toBe('Roses.');
  expect((await answers('a', 2))[0]).toBe('Roses.');
  expect((await answers(' "RED!" ', 2))[0]).toBe('Roses.');
  expect(await answers('2', 1)).toEqual(['jumped']);
  expect(await answers('cafe.', 1)).toEqual(['jumped']);
  expect((await answers('90210', 1))[0]).toMatch(/^90210\/(Postcode|p)$/);
  expect(await answers('can i talk to a real person', 1)).toEqual(['Switched']);
  expect(await answers('something else entirely', 1)).toEqual(['something else entirely/']);
});

test('a wrong answer: the error text, the question again, at most IMRNR times, then on', async () => {
  const { start, say } = await talk(
    {
      TYPE: 'SHORTANSWER',
      TEXT: 'Yes or no?',
      REQANS: '1',
      ERRMSGTXT: 'Please choose.',
      IMRNR: 2,
      OPTIONS: [
        { ID: 1, TEXT: 'Sure' },
        { ID: 2, TEXT: 'Never' },
      ],
    },
    { TYPE: 'TRAILER', TEXT: 'On' },
  );
  const who = await start(1);
  expect(await say(who, 'perhaps', 2)).toEqual(['Please choose.', 'Yes or no?']);
  expect(await say(who, 'dunno', 2)).toEqual(['Please choose.', 'Yes or no?']);
  expect(await say(who, 'whatever', 1)).toEqual(['On']);
  const other = await start(1);
  expect(await say(other, 'perhaps', 2)).toEqual(['Please choose.', 'Yes or no?']);
  expect(await say(other, 'sure', 1)).toEqual(['On']);
});

test('waiting: asked again after the interval, then NEXT or END; INTERVAL waits and goes on', async () => {
  const question = { TYPE: 'SHORTANSWER', TEXT: 'There?', ITYPE: 'SECONDS', IVALUE: 1 };
  const next = await talk({ ...question, IMRNR: 1, INRMO: 'NEXT' }, { TYPE: 'TRAILER', TEXT: 'Moved on' });
  const end = await talk({ ...question, IMRNR: 0, INRMO: 'END' }, { TYPE: 'TRAILER', TEXT: 'Never' });
  const wait = await talk(
    { TYPE: 'STATEMENT', TEXT: 'Before' },
    { TYPE: 'INTERVAL', ITYPE: 'SECONDS', IVALUE: 2 },
    { TYPE: 'TRAILER', TEXT: 'After' },
  );
  const [a, b, c] = await Promise.all([next.start(1), end.start(1), wait.start(1)]);
  expect(await heard(client, a, 3)).toEqual(['There?', 'There?', 'Moved on']);
  expect(await heard(client, c, 2)).toEqual(['Before', 'After']);
  const [before = 0, after = 0] = (await phone(client, c))
    .filter(({ DIRECTION }) => DIRECTION === 'MT')
    .map(({ CREATED_DT }) => Date.parse(CREATED_DT));
  expect(after - before).toBeGreaterThanOrEqual(2_000);
  await texts(client, b, 'hello?');
  // The text behind it is answered, and it was not.
  expect(await end.say(b, end.word, 1)).toEqual(['There?']);
  expect(await received(client, b)).toEqual(['There?', 'There?']);
});

test('rules: first match wins; numbers compare as numbers, LIKE contains in any case, else the default next', async () => {
  const { steps, start, say, change } = await talk(
    { TYPE: 'SHORTANSWER', TEXT: 'Value?' },
    { TYPE: 'BRANCH' },
    ...['default', 'equal', 'like', 'less', 'at least', 'at most', 'more'].map((TEXT) => ({
      TYPE: 'TRAILER',
      TEXT,
    })),
  );
  const [question, branch = 0, , ...ends] = steps;
  const rule = (BOC: string, BOAV: string, index: number) => ({
    CID: index + 1,
    TYPE: 'CDF',
    BOC,
    BOCDV: `{%answer:${question}%}`,
    BOAV,
    BOTNQ: ends[index],
  });
  await change(branch, {
    CONDITIONS: [
      rule('=', 'open', 0),
      rule('LIKE', 'NAN', 1),
      rule('<', '10', 2),
      rule('>=', '100', 3),
      rule('<=', '50', 4),
      rule('>', '60.5', 5),
    ],
  });
  const cases = {
    open: 'equal',
    banana: 'like',
    '9': 'less',
    '-3': 'less',
    '100': 'at least',
    '50': 'at most',
    '61': 'more',
    '60.5': 'default',
    '55': 'default',
  };
  await Promise.all(
    Object.entries(cases).map(async ([text, end]) => {
      expect([text, await say(await start(1), text, 1)]).toEqual([text, [end]]);
    }),
  );
});

test('tags, opt-ins, notices: values are stored, lists grow, every member is told', async () => {
  for (const TagName of ['Size', 'Source']) await client.post('tags/addTag', { TagName });
  const list = await addList(client, 'Joined');
  const staff = await addList(client, 'Staff');
  const [boss, clerk] = [person(), person()];
  await addMember(client, staff, boss);
  await addMember(client, staff, clerk);
  const { start, say } = await talk(
    { TYPE: 'SHORTANSWER', TEXT: 'Size?' },
    { TYPE: 'CDF', SCDF: 'Size' },
    { TYPE: 'CDF', SCDF: 'Source', BOV: 'text {%Size%}' },
    { TYPE: 'OPTIN', OIG: list },
    { TYPE: 'NOTIFY', OIG: staff, TEXT: 'New: {%Size|none%}' },
    { TYPE: 'TRAILER', TEXT: 'You are {%Size%} {%Source%} {%Nobody|friend%}.' },
  );
  const who = await start(1);
  await say(who, 'XL', 1);
  expect((await heard(client, who, 2))[1]).toMatch(/^You are XL text (XL|\{%Size%\}) friend\.$/);
  expect(await heard(client, boss, 1)).toEqual(['New: XL']);
  expect(await heard(client, clerk, 1)).toEqual(['New: XL']);
  expect(await tagsOf(who, list)).toMatchObject({ Size: 'XL', Source: expect.stringContaining('text') });
  const members = listOf(await client.post('members/ListMembers', { ListId: list }), 'MEMBERS');
  expect(members.map(({ ContactString_vch }) => ContactString_vch)).toEqual([`+1${who}`]);
});

test('a loop is bounded: LMAX visits, LMSG, LDIR; without it 100 steps for one event', async () => {
  const bounded = await talk({ TYPE: 'STATEMENT', TEXT: 'Again' }, { TYPE: 'TRAILER', TEXT: 'Out' });
  const [loop = 0, out = 0] = bounded.steps;
  await bounded.change(loop, { BOFNQ: loop, LMAX: 2, LMSG: 'Enough', LDIR: out });
  expect(await received(client, await bounded.start(4))).toEqual(['Again', 'Again', 'Enough', 'Out']);
  const endless = await talk({ TYPE: 'STATEMENT', TEXT: 'x' });
  await endless.change(endless.steps[0] ?? 0, { BOFNQ: endless.steps[0] });
  const who = await endless.start(100);
  expect(await bounded.say(who, bounded.word, 4)).toEqual(['Again', 'Again', 'Enough', 'Out']);
  expect((await received(client, who)).length).toBe(104);
});

test('switching campaigns, resets, and a start that ends what was going on', async () => {
  const target = await talk({ TYPE: 'SHORTANSWER', TEXT: 'Here?' }, { TYPE: 'TRAILER', TEXT: 'Target end' });
  const from = await talk(
    { TYPE: 'STATEMENT', TEXT: 'Leaving' },
    { TYPE: 'RESET' },
    { TYPE: 'BATCHCP', AVALREDIR: target.campaign },
    { TYPE: 'TRAILER', TEXT: 'Never' },
  );
  const who = await from.start(2);
  expect(await received(client, who)).toEqual(['Leaving', 'Here?']);
  const first = await talk({ TYPE: 'SHORTANSWER', TEXT: 'First?' }, { TYPE: 'TRAILER', TEXT: 'First end' });
  expect(await first.say(who, first.word, 1)).toEqual(['First?']);
  expect(await first.say(who, 'fine', 1)).toEqual(['First end']);
  await texts(client, who, 'anybody?');
  expect(await first.say(who, first.word, 1)).toEqual(['First?']);
  expect((await received(client, who)).length).toBe(5);
});

test('an API step never reaches a private address; the conversation goes on', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.end('secret');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, '169.254.169.254']) {
      const { start } = await talk(
        { TYPE: 'API', API_DOM: `http://${host}/`, API_TYPE: 'GET', API_RA: 'SEND', TDESC: 'call' },
        { TYPE: 'TRAILER', TEXT: 'Still here' },
      );
      expect(await received(client, await start(1))).toEqual(['Still here']);
    }
    expect(asked).toBe(0);
  } finally {
    server.close();
  }
});

test('a picture message keeps its entries and sends its text', async () => {
  const STEXT = [
    { SID: 1, TEXT: 'cat', MTYPE: 'FBTEXT', T64: 0, LINK: 'https://example.com/cat.png' },
    { SID: 2, TEXT: 'dog', MTYPE: 'FBTEXT', T64: 0, LINK: 'https://example.com/dog.png' },
  ];
  const { campaign, steps, start } = await talk(
    { TYPE: 'MMS', TEXT: 'Look:', STEXT },
    { TYPE: 'TRAILER', TEXT: 'Bye' },
  );
  expect((await readStep(client, campaign, steps[0] ?? 0)).STEXT).toEqual(STEXT);
  expect((await received(client, await start(2)))[0]).toMatch(/^Look:/);
});

test('STOP words end everything and hold for the whole account; START words open again; HELP leaves the flow alone', async () => {
  const { campaign, start, say, word } = await talk(
    { TYPE: 'SHORTANSWER', TEXT: 'Well?' },
    { TYPE: 'TRAILER', TEXT: 'Got {%answer:1%}it' },
  );
  const who = await start(1);
  const help = await say(who, 'help', 1);
  expect(help[0]).not.toMatch(/Got/);
  expect((await say(who, 'INFO?', 1))[0]).not.toMatch(/Got/);
  expect((await say(who, 'Yes', 1))[0]).toMatch(/^Got/);
  const stops = [
    'STOP',
    'stopall',
    'Unsubscribe',
    'cancel',
    'END',
    'Quit',
    'revoke',
    'OptOut',
    'Stop.',
    ' ｓｔｏｐ ',
  ];
  await Promise.all(
    stops.map(async (stop) => {
      const one = await start(1);
      const [confirmation] = await say(one, stop, 1);
      expect([stop, confirmation]).toEqual([stop, expect.not.stringMatching(/^Got/)]);
      await texts(client, one, 'answer');
      await texts(client, one, word);
      await texts(client, one, stop);
      const opener = { stopall: 'START', Unsubscribe: 'unstop', cancel: 'Yes' }[stop];
      if (!opener) return;
      await say(one, opener, 1);
      const silent = await received(client, one);
      expect([stop, silent.filter((text) => text === 'Well?' || text.startsWith('Got')).length]).toEqual([
        stop,
        1,
      ]);
      expect(await say(one, word, 1)).toEqual(['Well?']);
    }),
  );
  const list = await addList(client, 'After stop');
  const stopped = person();
  await texts(client, stopped, 'STOP');
  await heard(client, stopped, 1);
  await addMember(client, list, stopped);
  expect(
    await client.post('blast/GetBlastToListStats', {
      inpBatchId: campaign,
      inpTargetListIds: String(list),
      inpShortCode: '',
      inpContactTypeId: 3,
      inpSkipDNCCheck: 0,
      ABTestingBatches: '',
      inpTagfilter: '[]',
    }),
  ).toMatchObject({ LISTCOUNT: 1, OPTOUTCOUNT: 1, ELLIGIBLECOUNT: 0 });
});

test('once per inbound id, even when two come in the same moment', async () => {
  const { word } = await talk({ TYPE: 'TRAILER', TEXT: 'Once' });
  const who = person();
  const ids = await Promise.all(Array.from({ length: 5 }, () => texts(client, who, word, 'same')));
  expect(new Set(ids.map(({ ID }) => ID)).size).toBe(1);
  expect(await heard(client, who, 1)).toEqual(['Once']);
  const messages = listOf(
    await client.post('simulator/phoneMessages', { inpContactString: who }),
    'MESSAGES',
  );
  expect(messages.map(({ DIRECTION }) => DIRECTION)).toEqual(['MO', 'MT']);
  const [first, second] = messages;
  for (const field of ['ID', 'DIRECTION', 'TEXT', 'STATUS', 'CREDITS', 'SEGMENTS', 'BATCHID', 'CREATED_DT'])
    expect(Object.keys(second ?? {})).toContain(field);
  const since = listOf(
    await client.post('simulator/phoneMessages', { inpContactString: who, inpSince: Number(first?.ID) }),
    'MESSAGES',
  );
  expect(since.map(({ ID }) => ID)).toEqual([second?.ID]);
  await texts(client, who, word);
  await heard(client, who, 2);
  expect((await phone(client, who)).map(({ DIRECTION }) => DIRECTION)).toEqual(['MO', 'MT', 'MO', 'MT']);
});

test('a step added while people wait does not confuse them; a deleted campaign answers nobody', async () => {
  const { campaign, start, say, word } = await talk(
    { TYPE: 'SHORTANSWER', TEXT: 'Wait?' },
    { TYPE: 'TRAILER', TEXT: 'Thanks' },
  );
  const who = await start(1);
  await addStep(client, campaign, { TYPE: 'STATEMENT', TEXT: 'New', RQ: 1 });
  expect((await say(who, 'ok', 1))[0]).toBe('Thanks');
  expect(await client.post('campaign/LogicalDeleteBatch', { inpBatchId: campaign })).toMatchObject({
    RESULT: 1,
  });
  await texts(client, who, word);
  const other = await talk({ TYPE: 'TRAILER', TEXT: 'Open' });
  expect(await other.say(who, other.word, 1)).toEqual(['Open']);
  expect((await received(client, who)).length).toBe(3);
  await setTag(client, await addMember(client, await addList(client, 'Late'), who), 'Size', 'S');
});
