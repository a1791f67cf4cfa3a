/**
 * What section 7 of both documents says of replies, read as somebody would who has never seen our contract:
 * names in exact case, types, JSON text or not.
 */
import { BASE, type Call, calls } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { goodForm, makeThings, sendTo, type Things } from './good-forms.ts';
import { type Client, useHarness } from './harness.ts';

type Shape = 'number' | 'text' | 'list' | 'object' | 'number or text';
/** A field that is a text which holds JSON: a list of objects with these fields, or one object. */
type JsonText = { listOf: string[] } | { objectOf: string[] };
type Expected = Record<string, Shape | JsonText>;

const REVIEW = [
  'LISTCOUNT',
  'FILTERCOUNT',
  'OPTOUTCOUNT',
  'LISTCOUNTDUPLICATE',
  'ELLIGIBLECOUNT',
  'CREDITSNEEDED',
  'QUEUECOUNT',
  'BALANCENUMBER',
];
const AUTOMATA_DATA = [
  'PKId_bi',
  'Desc_vch',
  'Type_int',
  'BatchId_bi',
  'ListId_int',
  'DayofWeek_ti',
  'DayofMonth_ti',
  'Month_ti',
  'Hour_ti',
  'NextRun_dt',
  'WeekEnds_ti',
  'Status_int',
  'New_ti',
  'Clone_ti',
  'Filters_vch',
];
const numbers = (names: string[]): Expected => Object.fromEntries(names.map((name) => [name, 'number']));

/** In the order of the documents. */
const REPLIES: Record<string, Expected> = {
  'authentication/CarrierInfoLookup': {},
  'campaign/campaignlist': {
    CAMPAIGNS: {
      listOf: ['NAME', 'KEYWORD', 'GROUPNAME', 'TEMPNAME', 'TEMPID', 'ISFINISHED', 'BATCHID', 'ACTIVE'],
    },
    START: 'number',
  },
  'campaign/getBatchDetails': {
    DESC: 'text',
    ...numbers(['GROUPID', 'BATCHID', 'SHORTCODEID', 'MLPID', 'TEMPLATEID', 'TEMPLATETYPE']),
    XMLCONTROLSTRING: 'text',
    SCHEDULEOPTION: 'number or text',
  },
  'campaign/LoadBatchDesc': { DESC: 'text', ACTIVE: 'text' },
  'campaign/SaveBatchDesc': { DESC: 'text' },
  'control-flow-template/TemplateList': {
    TEMPLATES: { listOf: ['KEY', 'NAME', 'DESC', 'TYPE', 'SVGICON', 'LEGACYID'] },
    START: 'number',
  },
  'control-flow-template/LoadTemplateIcons': { ICONS: { listOf: ['PKId_int', 'SVGIcon_vch'] } },
  'control-point/AddNewBatchFromTemplate': { BATCHID: 'number', DESC: 'text', TEMPLATETYPE: 'number' },
  'control-point/ReadCPs': { CPOBJ: 'list' },
  'control-point/ReadCPData': { CPOBJ: 'object' },
  'control-point/AddCPData': { PID: 'number' },
  'control-point/CPTemplateList': { TEMPLATES: { listOf: ['ID', 'NAME', 'TEMPLATE'] } },
  'keyword/LoadKeyword': { KEYWORD: 'text' },
  'keyword/SaveKeyword': {},
  'blast/GetBlastToListStats': { ...numbers(REVIEW), BALANCE: 'text' },
  'blast/BlastToList': {
    ...numbers(['SOURCEBATCHID', 'TARGETBATCHID', 'LISTCOUNT', 'QUEUEDCOUNT']),
    BALANCE: 'text',
  },
  'tags/taglist': { TAGS: { listOf: ['ID', 'TAG', 'NEWINDEX'] } },
  'tags/TagListWithData': { CONTACTSTRING: 'text', TAGS: { listOf: ['ID', 'TAG', 'NEWINDEX', 'VALUE'] } },
  'tags/addTag': { NEWTAGID: 'number' },
  'lists/lists': { LISTS: { listOf: ['ID', 'NAME', 'COUNT', 'OPTOUTCOUNT', 'NEWINDEX'] } },
  'lists/addList': { NEWListID: 'number' },
  'lists/loadListInfo': { LISTINFO: 'object' },
  'members/ListMembers': {
    MEMBERS: {
      listOf: [
        'ContactAddressId_bi',
        'ContactString_vch',
        'ContactId_bi',
        'GroupId_bi',
        'ContactType_int',
        'ContactTypeId',
      ],
    },
    START: 'number',
  },
  'members/addMemberToList': {
    ...numbers(['LISTID', 'CONTACTID', 'CONTACTTYPEID', 'CONTACTADDRESSID']),
    CONTACTSTRING: 'text',
  },
  'automata/automatalist': { AUTOMATA: { listOf: ['ID', 'AUTOMATA', 'AutomataData', 'Enabled'] } },
  'automata/loadAutomataData': { AUTOMATADATA: { objectOf: AUTOMATA_DATA } },
  'automata/updateAutomataData': { AUTOMATADATA: { objectOf: AUTOMATA_DATA } },
  'automata/addautomata': { NEWAUTOMATAID: 'number' },
  'credentials/Credentialslist': { CREDENTIALS: { listOf: ['ID', 'AccessKey_vch', 'SecretKey_vch'] } },
  'credentials/addCredentials': { NEWCREDENTIALSID: 'number' },
  'channels/listChannels': { CHANNELS: { listOf: ['ID', 'NAME', 'NEWINDEX', 'SRID', 'CHANNEL'] } },
  'report/getTemplateReport': { DATA: { objectOf: ['id', 'title', 'description', 'layout'] } },
  'report/getCustomReport': { DATA: { objectOf: ['id', 'title', 'description', 'createDate'] } },
  'report/getAllCustomReports': { DATA: 'list' },
  'shortURL/getTotalMLPClicksCount': { DATA: 'object' },
  'shortURL/getMLPClickers': { DATA: 'object' },
  'shortURL/getMLPClicksOverTime': { DATA: 'list' },
  'shortURL/getMLPList': { DATA: 'list' },
  'campaign/reportCampaignList': { DATA: 'list' },
};

const harness = useHarness();
let user: Client & { userId: number };
let things: Things;

beforeAll(async () => {
  user = await harness().newUser();
  things = await makeThings(async (path, form, file) => {
    const shape = file === undefined ? 'envelope' : 'upload';
    return (
      await sendTo(harness().app, user.cookie(), { path, method: 'POST', shape }, { form }, BASE)
    ).json();
  });
});

function isOf(value: unknown, shape: Shape): boolean {
  if (shape === 'number') return Number.isSafeInteger(value);
  if (shape === 'text') return typeof value === 'string';
  if (shape === 'list') return Array.isArray(value);
  if (shape === 'object') return value !== null && typeof value === 'object' && !Array.isArray(value);
  return typeof value === 'string' || Number.isSafeInteger(value);
}

const all = Object.values(calls).flatMap((group) => Object.values(group as unknown as Record<string, Call>));

test.each(Object.entries(REPLIES))('the reply of %s', async (path, expected) => {
  const call = all.find((one) => one.path.toLowerCase() === path.toLowerCase());
  if (!call) throw new Error(`There is no ${path}.`);
  const body = (
    await sendTo(harness().app, user.cookie(), call, { form: goodForm(call, things) }, BASE)
  ).json();
  expect(body).toMatchObject({
    RESULT: 1,
    MESSAGE: expect.any(String),
    DETAIL: expect.any(String),
    SUSER: user.userId,
  });
  for (const [field, shape] of Object.entries(expected)) {
    if (typeof shape === 'string') {
      expect([field, body[field], isOf(body[field], shape)]).toEqual([field, body[field], true]);
      continue;
    }
    expect([field, typeof body[field]]).toEqual([field, 'string']);
    const parsed = JSON.parse(body[field]) as unknown;
    if ('objectOf' in shape)
      expect(Object.keys(parsed as object)).toEqual(expect.arrayContaining(shape.objectOf));
    else {
      expect((parsed as object[]).length).toBeGreaterThan(0);
      for (const row of parsed as object[])
        expect(Object.keys(row)).toEqual(expect.arrayContaining(shape.listOf));
    }
  }
});

test('tiles answer VALUE and LABEL, headers, records and count, or rows of days', async () => {
  const span = { startDate: '2026-01-01', endDate: '2026-01-02', id: things.campaign ?? '' };
  const data = async (path: string, fields = {}) => (await user.post(path, { ...span, ...fields })).body.DATA;
  expect(await data('automata/automataCount')).toMatchObject({ VALUE: 0, LABEL: expect.any(String) });
  const table = await data('campaign/responsesForCampaign', {
    limit: '3',
    page: '0',
    order: 'asc',
    orderBy: 'phone',
  });
  expect(table).toMatchObject({
    records: [],
    count: 0,
    headers: expect.arrayContaining([{ id: 'phone', numeric: false, label: expect.any(String) }]),
  });
  expect(await data('report/getCampaignOptInsOverTime')).toEqual([
    { sysDate: '2026-01-01', 'Opt-ins': 0 },
    { sysDate: '2026-01-02', 'Opt-ins': 0 },
  ]);
});

test('checklogin is a bare number, whoever asks', async () => {
  expect(await user.get('authentication/checklogin')).toEqual({ status: 200, text: String(user.userId) });
  expect(await harness().stranger().get('authentication/checklogin')).toEqual({ status: 200, text: '0' });
});

test('a range that ends today is taken', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const span = { startDate: '2026-01-01', endDate: today, id: '0' };
  expect(await user.post('automata/automataCount', span)).toMatchObject({ status: 200, RESULT: 1 });
  expect(
    await user.post('campaign/responsesForCampaign', { ...span, id: things.campaign ?? '' }),
  ).toMatchObject({
    status: 200,
    RESULT: 1,
  });
});
