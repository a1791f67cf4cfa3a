/** Puts one of everything into an account, by the calls that the screens make. */
import type { Page } from 'playwright-core';
import type { Ids } from './screens.ts';

export type Names = {
  campaign: string;
  list: string;
  tags: string[];
  values: string[];
  message: string;
  answer: string;
  automata: string;
  credentials: string;
  channel: string;
  segment: string;
  report: string;
  account: string;
};

export const ORDINARY: Names = {
  campaign: 'Spring sale',
  list: 'Newsletter',
  tags: ['First name', 'City'],
  values: ['Ada', 'Boston'],
  message: 'Twenty percent off everything until Sunday.',
  answer: 'Thanks, see you on Saturday!',
  automata: 'Every Monday',
  credentials: 'Shop',
  channel: 'Main number',
  segment: 'Weekend shoppers',
  report: 'Week by week',
  account: 'Corner Coffee',
};

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
/** What breaks a screen that was drawn for short names: length, words without a gap, emoji, right to left. */
export const LONG: Names = {
  campaign: `Back-to-school weekend for everybody who bought shoes, coats, bags or ${LONG_WORD} last winter 👩‍👩‍👧‍👦🎒🧥`,
  list: `مشتركو النشرة الإخبارية في الرياض وجدة والدمام 🕌 ${LONG_WORD}`,
  tags: [`Preferred contact hour of the week, as given at the till 🕰️`, LONG_WORD, 'المدينة'],
  values: [
    'Maximiliana-Theodora von und zu Hohenstein-Wittgenstein-Berleburg',
    LONG_WORD,
    'الرياض، المملكة العربية السعودية',
  ],
  message: `Hello 👋 ${LONG_WORD}! Twenty percent off everything until Sunday night, in the shop and at https://example.com/a/very/long/address/that/never/ends/${'x'.repeat(120)}`,
  answer: `شكراً جزيلاً! ${LONG_WORD} ${'very '.repeat(30)}much`,
  automata: `First Monday of the month, before the shop opens, to the people of ${LONG_WORD} 🗓️`,
  credentials: `Point of sale at the station, ${LONG_WORD} 🏪`,
  channel: `رقم الدعم ${LONG_WORD} 📞`,
  segment: `Everybody who bought a coat last winter and never came back ${LONG_WORD} 🧥`,
  report: 'WWWWWWWWWWWW 🎉 الرياض W',
  account: `Hohenstein & Daughters, Purveyors of ${LONG_WORD} since 1847 ☕`,
};

type Reply = Record<string, unknown> & { RESULT: number };

/** The page must be signed in. Answers the ids of what it made. */
export async function storeFixtures(page: Page, names: Names = ORDINARY): Promise<Ids> {
  const ask = async (path: string, fields: Record<string, string | number> = {}): Promise<Reply> => {
    const form = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const response = await page.request.post(`/session/api/${path}`, { form });
    const reply = (await response.json()) as Reply;
    if (reply.RESULT !== 1) throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply;
  };
  const rows = async (path: string, field: string) =>
    JSON.parse(String((await ask(path))[field])) as Record<string, number>[];

  await ask('account/saveAccount', {
    ACCOUNTNAME: names.account,
    TIMEZONE: 'America/New_York',
    PHONE: '2125550142',
    MFAENABLED: 0,
  });
  const list = Number((await ask('lists/addList', { ListName: names.list })).NEWListID);
  await ask('signup/savePage', {
    ListId: list,
    inpHeadline: names.list.slice(0, 100),
    inpText: names.message.slice(0, 600),
    inpButton: 'Sign me up',
    inpConsent: 'I agree to get recurring automated marketing texts at this number.',
    inpThanks: names.message.slice(0, 600),
    inpBackground: '#ffffff',
    inpInk: '#1b2430',
    inpAccent: '#1c5d99',
    inpCountry: 'US',
    inpTerms: names.message,
    inpPrivacy: names.message,
    inpSites: '',
    inpLanguage: 'en',
    inpVersion: 0,
  });
  for (const TagName of names.tags) await ask('tags/addTag', { TagName });
  let contact = 0;
  for (const ending of ['0151', '0152', '0153']) {
    const member = await ask('members/addMemberToList', { ContactString: `212555${ending}`, ListId: list });
    contact = Number(member.CONTACTADDRESSID);
    for (const [n, Tag] of names.tags.entries())
      await ask('tags/updateTag', { ContactAddressId: contact, Tag, Value: names.values[n] ?? '' });
  }
  const campaign = Number((await ask('control-point/AddNewBatchFromTemplate', { TID: 1 })).BATCHID);
  await ask('campaign/SaveBatchDesc', { inpBatchId: campaign, inpDesc: names.campaign });
  await ask('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({
      ID: 0,
      RQ: 1,
      SWT: '1',
      TYPE: 'STATEMENT',
      TEXT: names.message,
      TDESC: names.list,
    }),
  });
  // The template leaves open which list people join.
  const steps = (await ask('control-point/ReadCPs', { inpBatchId: campaign })).CPOBJ as {
    CPData: Record<string, unknown>;
  }[];
  for (const { CPData } of steps.filter((step) => step.CPData.OIG === 0))
    await ask('control-point/SaveCPData', {
      inpBatchId: campaign,
      controlPoint: JSON.stringify({ ...CPData, OIG: list }),
    });
  await ask('keyword/SaveKeyword', { inpBatchId: campaign, inpKeyword: 'SPRING' });
  const phone = { inpContactString: '2125550153' };
  const textsOnPhone = async () => {
    const { MESSAGES } = await ask('simulator/phoneMessages', phone);
    return (JSON.parse(String(MESSAGES)) as unknown[]).length;
  };
  await ask('simulator/phoneSend', { ...phone, inpText: 'spring' });
  // The campaign's two texts first: else it is chance where in the talk the answer stands.
  for (const began = Date.now(); (await textsOnPhone()) < 3; await page.waitForTimeout(100))
    if (Date.now() - began > 20_000) throw new Error('The campaign did not answer on the test phone.');
  await ask('simulator/phoneSend', { ...phone, inpText: names.answer });
  const target = { inpBatchId: campaign, inpTargetListIds: list, inpSchedule: '2090-01-01 09:00:00' };
  const blast = Number((await ask('blast/BlastToList', target)).BLASTID);
  const automata = Number(
    (await ask('automata/addautomata', { AutomataName: names.automata })).NEWAUTOMATAID,
  );
  const schedule = {
    Type_int: 4,
    DayofWeek_ti: 2,
    Hour_ti: 9,
    BatchId_bi: campaign,
    ListId_int: list,
    Status_int: 1,
  };
  await ask('automata/updateAutomataData', {
    AutomataId: automata,
    AutomataData: JSON.stringify(schedule),
    Enabled: 1,
  });
  await ask('credentials/addCredentials', { CredentialsName: names.credentials });
  const [channel] = await rows('channels/listChannels', 'CHANNELS');
  await ask('channels/renameChannel', { ChannelId: channel?.SRID ?? 0, ChannelName: names.channel });
  await ask('channels/addChannel', { ChannelName: 'Second number' });
  const template = JSON.parse(
    String((await ask('report/getTemplateReport', { inpReportId: 1, inpDatapointId: campaign })).DATA),
  );
  const report = { title: names.report, description: names.account.slice(0, 72), layout: template.layout };
  const saved = await ask('report/saveNewCustomReport', { inpReportString: JSON.stringify(report) });
  const tree = {
    match: 'all',
    of: [
      { on: 'list', is: 'in', value: [list] },
      { on: 'event', event: 'message.sent', where: [{ property: 'campaign', is: 'in', value: [campaign] }] },
      {
        match: 'any',
        of: [
          { on: 'created', is: 'in-last', value: 30 },
          { on: 'consent', is: 'opted-in' },
        ],
      },
    ],
  };
  const segment = await ask('segments/addSegment', {
    SegmentName: names.segment,
    inpTree: JSON.stringify(tree),
  });
  const hook = await ask('webhooks/addWebhook', {
    inpUrl: 'https://hooks.example/parley',
    inpDesc: names.segment,
    inpKinds: '["contact.replied"]',
  });
  const asked = await ask('blast/askApproval', {
    inpBatchId: campaign,
    inpTargetListIds: list,
    inpNote: names.answer,
  });
  return {
    campaign,
    list,
    contact,
    approval: Number(asked.APPROVALID),
    report: Number(saved.DATA),
    blast,
    automata,
    channel: channel?.SRID ?? 0,
    segment: Number(segment.NEWSEGMENTID),
    webhook: Number(hook.NEWWEBHOOKID),
  };
}
