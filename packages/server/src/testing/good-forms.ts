/**
 * One good form for every call of the contract, so that a test can spoil one field and know that nothing else
 * is wrong.
 */
import type { Call } from '@parley/contract';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export type Things = Record<string, string>;
type Send = (path: string, fields: Record<string, string>, file?: string) => Promise<Record<string, unknown>>;

/** The phone of the contact that is on both lists. */
const MEMBER = '2125550188';
/** The phone of a contact that may be erased. */
const LEAVER = '2125550189';
const TALK = '# Mine\n{}\n---\n* start\n< Hello\n= ended done\n';
export const FILE = 'Phone,City\n2125550123,Boston\n';

/** A segment of contacts with a value of the tag. */
const treeOf = (tag: string | undefined) =>
  JSON.stringify({
    match: 'all',
    of: [{ on: 'tag', tag: Number(tag), as: 'text', is: 'is', value: 'Boston' }],
  });

/** One of each kind of thing, by a name of ours. */
export async function makeThings(send: Send): Promise<Things> {
  const add = async (path: string, fields: Record<string, string>, reply: string, file?: string) => {
    const body = await send(path, fields, file);
    if (body.RESULT !== 1) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return String(body[reply]);
  };
  const list = await add('lists/addList', { ListName: 'Mine' }, 'NEWListID');
  const target = await add('lists/addList', { ListName: 'Other' }, 'NEWListID');
  const tag = await add('tags/addTag', { TagName: 'City' }, 'NEWTAGID');
  const campaign = await add('control-point/AddNewBatchFromTemplate', { TID: '1' }, 'BATCHID');
  await add('members/addMemberToList', { ContactString: MEMBER, ListId: target }, 'LISTID');
  const leaver = await add(
    'members/addMemberToList',
    { ContactString: LEAVER, ListId: target },
    'CONTACTADDRESSID',
  );
  const contact = await add(
    'members/addMemberToList',
    { ContactString: MEMBER, ListId: list },
    'CONTACTADDRESSID',
  );
  const credentials = await add(
    'credentials/addCredentials',
    { CredentialsName: 'Mine' },
    'NEWCREDENTIALSID',
  );
  const apiKey = await add(
    'credentials/addApiKey',
    { ApiKeyName: 'Mine', inpMode: 'test', inpScopes: '["contacts:read"]' },
    'NEWAPIKEYID',
  );
  const hook = { inpUrl: 'https://hooks.example/parley', inpKinds: '["list.joined"]' };
  const webhook = await add('webhooks/addWebhook', hook, 'NEWWEBHOOKID');
  const automata = await add('automata/addautomata', { AutomataName: 'Mine' }, 'NEWAUTOMATAID');
  const channel = await add('channels/addChannel', { ChannelName: 'Mine' }, 'NEWCHANNELID');
  const report = await add('report/saveNewCustomReport', { inpReportString: '{"title":"Mine"}' }, 'DATA');
  const upload = await add('imports/uploadFile', { ListId: list }, 'IMPORTID', FILE);
  await add('imports/dryRun', { IMPORTID: upload, MAPPING: '[{"INDEX":0,"TARGET":"phone"}]' }, 'ROWCOUNT');
  const steps = (await send('control-point/ReadCPs', { inpBatchId: campaign })).CPOBJ as { ID: number }[];
  await send('control-point/SaveCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: steps[0]?.ID, RQ: 1, TYPE: 'TRAILER', TEXT: 'Hello' }),
  });
  for (const step of steps.slice(1))
    await send('control-point/DeleteCPData', { inpBatchId: campaign, INPPID: String(step.ID) });
  const { FLOWVERSION } = await send('control-point/ReadCPs', { inpBatchId: campaign });
  await add(
    'control-point/PublishFlow',
    { inpBatchId: campaign, FLOWVERSION: String(FLOWVERSION) },
    'LIVEVERSION',
  );
  const blast = await add(
    'blast/BlastToList',
    { inpBatchId: campaign, inpTargetListIds: list, inpSchedule: '2090-01-01 09:00:00' },
    'BLASTID',
  );
  const approval = await add(
    'blast/askApproval',
    { inpBatchId: campaign, inpTargetListIds: list, inpSchedule: '2090-01-01 09:00:00' },
    'APPROVALID',
  );
  const ids = async (path: string, reply: string) =>
    (JSON.parse(String((await send(path, {}))[reply])) as { ID: number }[]).map(({ ID }) => ({ ID }));
  const texted = { inpContactString: '2125550166', inpText: 'Is this spam?' };
  await add('simulator/phoneSend', texted, 'ID');
  const answer = await add('inbox/addAnswer', { AnswerName: 'Mine', inpText: 'Hello' }, 'ID');
  const note = await add('inbox/addNote', { ContactAddressId: contact, inpText: 'Calls back' }, 'ID');
  const [doubtful] = await ids('optouts/listDoubtful', 'TEXTS');
  const page = {
    inpHeadline: 'Join',
    inpText: '',
    inpButton: 'Join',
    inpConsent: 'I agree',
    inpThanks: 'Thanks',
  };
  const looks = {
    inpBackground: '#ffffff',
    inpInk: '#000000',
    inpAccent: '#1c4e80',
    inpCountry: 'US',
    inpTerms: '',
    inpPrivacy: '',
    inpSites: '',
    inpLanguage: 'en',
  };
  await add('signup/savePage', { ListId: list, ...page, ...looks, inpVersion: '0' }, 'VERSION');
  const segment = await add(
    'segments/addSegment',
    { SegmentName: 'Mine', inpTree: treeOf(tag) },
    'NEWSEGMENTID',
  );
  const kept = { inpBatchId: campaign, TalkName: 'Mine', inpTalk: TALK };
  const talk = await add('talks/addTalk', kept, 'NEWTALKID');
  return {
    list,
    target,
    segment,
    talk,
    tag,
    campaign,
    contact,
    leaver,
    credentials,
    apiKey,
    webhook,
    automata,
    channel,
    report,
    upload,
    blast,
    approval,
    answer,
    note,
    doubtful: String(doubtful?.ID),
    step: String(steps[0]?.ID),
    tags: JSON.stringify(await ids('tags/taglist', 'TAGS')),
    lists: JSON.stringify(await ids('lists/lists', 'LISTS')),
    channels: JSON.stringify(await ids('channels/listChannels', 'CHANNELS')),
  };
}

/** What a browser answers of a passkey, but for what its device has signed. */
const CREDENTIAL = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };

/** Good values by wire name; what a call needs differently stands in `FOR_CALL`. */
const GOOD = (things: Things): Record<string, string | undefined> => ({
  inpUserID: 'nobody@example.com',
  inpEmail: 'somebody@example.com',
  inpPassword: 'correct horse battery staple',
  inpNewPassword: 'correct horse battery staple',
  inpPhoneNumber: '2125550100',
  MFACode: '123456',
  PASSKEYNAME: 'Name',
  inpPasskey: JSON.stringify({
    ...CREDENTIAL,
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  }),
  ACCOUNTNAME: 'Mine',
  TIMEZONE: 'America/New_York',
  DAYZONE: 'America/New_York',
  PHONE: '2125550100',
  MFAENABLED: '0',
  inpBatchId: things.campaign,
  inpDesc: 'Name',
  inpTalkId: things.talk,
  inpTalk: TALK,
  LANGUAGE: 'es',
  TID: '1',
  controlPoint: JSON.stringify({ ID: Number(things.step), RQ: 1, TYPE: 'TRAILER', TEXT: 'Hello' }),
  inpQID: things.step,
  INPPID: things.step,
  INPNEWPOS: '1',
  inpKeyword: 'WORD',
  inpKeywords: 'FURTHER',
  inpTargetListIds: things.list,
  inpBlastId: things.blast,
  APPROVALID: things.approval,
  inpState: 'paused',
  TagArray: things.tags,
  ListArray: things.lists,
  ChannelArray: things.channels,
  ContactAddressId: things.contact,
  ContactAddressIds: things.contact,
  Tag: 'City',
  Value: 'Boston',
  TagId: things.tag,
  TagName: 'Town',
  ListId: things.list,
  ListName: 'Name',
  TargetListId: things.target,
  ContactString: MEMBER,
  IMPORTID: things.upload,
  MAPPING: '[{"INDEX":0,"TARGET":"phone"}]',
  AutomataId: things.automata,
  AutomataData: '{"Type_int":3}',
  AutomataName: 'Name',
  Trigger_vch: JSON.stringify({
    event: 'date.reached',
    date: { tag: Number(things.tag), days: -3, at: '09:00', every: 'year' },
  }),
  CredentialsId: things.credentials,
  CredentialsName: 'Name',
  ApiKeyId: things.apiKey,
  ApiKeyName: 'Name',
  inpScopes: '["contacts:read"]',
  inpWebhookId: things.webhook,
  inpUrl: 'https://hooks.example/other',
  inpKinds: '["list.left"]',
  inpDataKind: 'texts',
  inpMonths: '12',
  inpSince: '2026-01-01T00:00:00Z',
  ChannelId: things.channel,
  ChannelName: 'Name',
  ChannelNumber: '+12125550190',
  inpReportId: things.report,
  inpReportString: '{"title":"Name"}',
  startDate: '2026-01-01',
  endDate: '2026-01-31',
  inpContactString: '2125550177',
  inpText: 'hello',
  inpTextId: things.doubtful,
  AnswerId: things.answer,
  NoteId: things.note,
  inpDecision: 'not-opt-out',
  inpSegmentId: things.segment,
  SegmentName: 'Name',
  inpTree: treeOf(things.tag),
  inpDoubleOptIn: '0',
  inpCountry: 'US',
  inpTerms: '',
  inpPrivacy: '',
  inpSites: '',
  inpBackground: '#ffffff',
  inpInk: '#000000',
  inpAccent: '#1c4e80',
});
const FOR_CALL = (things: Things): Record<string, Record<string, string | undefined>> => ({
  'control-point/MovePeopleToLive': {
    PLACES: JSON.stringify([{ step: Number(things.step), to: Number(things.step) }]),
  },
  'control-point/StepPeopleToList': { WHAT: 'reached', ListName: 'Name' },
  'members/erasePerson': { ContactAddressId: things.leaver, ContactString: LEAVER },
  'blast/GetBlastToListStats': { inpTargetListIds: things.list },
  'blast/preflight': { inpTargetListIds: things.list },
  'blast/BlastToList': { inpTargetListIds: things.list },
  'blast/askApproval': { inpTargetListIds: things.list },
  'signup/savePage': { inpVersion: '1' },
  'preferences/savePage': { inpVersion: '0' },
  'segments/segmentToList': { inpSegmentId: things.segment, ListName: 'Name' },
  'delivery/settleInDoubt': { inpDecision: 'sent', inpMessageIds: '1' },
  'delivery/settleAllInDoubt': { inpDecision: 'sent', inpCount: '9' },
  'channels/savePace': { PRESET: '' },
  'report/getTemplateReport': { inpReportId: '1', inpDatapointId: things.campaign },
  'account/addPasskey': {
    inpPasskey: JSON.stringify({
      ...CREDENTIAL,
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
    }),
  },
  'control-point/TestApiCall': { API_URL: 'http://127.0.0.1/', API_HEAD: '{}' },
  'control-point/AddCPData': { controlPoint: '{"ID":0,"RQ":0,"TYPE":"STATEMENT","TEXT":"Hello"}' },
  'control-point/PasteCPs': { controlPoints: '[{"ID":1,"TYPE":"STATEMENT","TEXT":"Hello"}]' },
});

/** An id that nothing has: for calls about things that `makeThings` does not make (yet). */
export const NOTHING = '987654321';

/** A good value by the codec's own words, for fields without one above. */
function byKind(kind: string): string | undefined {
  if (kind === 'id' || kind.startsWith('ids joined')) return NOTHING;
  if (kind.startsWith('JSON')) return /list of/.test(kind) ? '[]' : '{}';
  if (/^(name|text) /.test(kind)) return 'Name';
  if (kind === '0 or 1') return '0';
  if (kind.includes(' | ')) return kind.split(' | ')[0];
  return /^number (?:from )?(-?\d+)/.exec(kind)?.[1];
}

/** The good form of a call. @throws for a required field without a good value: name one above. */
export function goodForm(call: Call, things: Things): Record<string, string> {
  const own = FOR_CALL(things)[call.path] ?? {};
  const shared = GOOD(things);
  const required = Object.values(call.form).filter((field) => !field.codec.optional);
  // Optional for a call that means all members; without it there would be nothing to do.
  const some = Object.values(call.form).filter(({ wire }) => wire === 'ContactAddressIds');
  const form: Record<string, string> = {};
  for (const { wire, codec } of [...required, ...some]) {
    const value = own[wire] ?? shared[wire] ?? byKind(codec.kind);
    if (value === undefined) throw new Error(`${call.path} ${wire} needs a good value in good-forms.ts.`);
    form[wire] = value;
  }
  return { ...form, ...(own as Record<string, string>) };
}

/** The wire names that carry the id of something an account owns, and whose it is. */
export const OWNED_IDS = (things: Things): Record<string, string | undefined> => ({
  inpSegmentId: things.segment,
  inpBatchId: things.campaign,
  inpTalkId: things.talk,
  inpQID: things.step,
  INPPID: things.step,
  inpCatchAll: things.campaign,
  inpClosedCampaign: things.campaign,
  inpTargetListIds: things.list,
  ABTestingBatches: things.campaign,
  inpBlastId: things.blast,
  APPROVALID: things.approval,
  inpTextId: things.doubtful,
  AnswerId: things.answer,
  NoteId: things.note,
  ContactAddressId: things.contact,
  TagId: things.tag,
  ListId: things.list,
  TargetListId: things.target,
  IMPORTID: things.upload,
  AutomataId: things.automata,
  CredentialsId: things.credentials,
  ApiKeyId: things.apiKey,
  inpWebhookId: things.webhook,
  ChannelId: things.channel,
  inpShortCode: things.channel,
  inpReportId: things.report,
  inpDatapointId: things.campaign,
});

/** `file`: other than a small one of contacts. */
export type Sent = { form: Record<string, string>; file?: string } | { json: string };

/** Sends a form (by query for a GET, with a file where one is expected) or a raw JSON body. */
export async function sendTo(
  app: FastifyInstance,
  cookie: string,
  call: Pick<Call, 'path' | 'method' | 'shape'>,
  sent: Sent,
  base: string,
): Promise<LightMyRequestResponse> {
  const url = `${base}${call.path}`;
  if (call.method === 'GET' && 'form' in sent)
    return app.inject({
      method: 'GET',
      url: `${url}?${new URLSearchParams(sent.form)}`,
      headers: { cookie },
    });
  if ('json' in sent)
    return app.inject({
      method: 'POST',
      url,
      headers: { cookie, 'content-type': 'application/json' },
      payload: sent.json,
    });
  if (call.shape !== 'upload')
    return app.inject({
      method: 'POST',
      url,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(sent.form).toString(),
    });
  const form = new FormData();
  for (const [name, value] of Object.entries(sent.form)) form.append(name, value);
  form.append('file', new Blob([sent.file ?? FILE]), sent.file === undefined ? 'people.csv' : 'file.json');
  const encoded = new Response(form);
  return app.inject({
    method: 'POST',
    url,
    headers: { cookie, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}
