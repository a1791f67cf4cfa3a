/** Who looks at the screens: the demo world's owner, and people that are signed up for the tour. */
import type { Page } from 'playwright-core';
import { switchCodesOn } from '../../e2e/codes.ts';
import type { Ids } from '../../e2e/screens.ts';
import { longCampaign } from '../long-campaign.ts';

/** How the demo world's people sign in; printed by `npm start -- --demo` too. */
const DEMO = { email: 'demo@parley.example', password: 'a good cup of coffee' };
const PASSWORD = 'correct horse battery staple';

async function ask(page: Page, path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const reply = await (await page.request.post(`/session/api/${path}`, { form })).json();
  if (reply.RESULT !== 1) throw new Error(`${path}: ${JSON.stringify(reply)}`);
  return reply;
}

export async function signIn(page: Page): Promise<void> {
  await ask(page, 'authentication/validateUser', { inpUserID: DEMO.email, inpPassword: DEMO.password });
}

/** A new person with an account of their own. */
export async function signUp(page: Page, name: string): Promise<string> {
  const email = `${name}@tour.example`;
  await ask(page, 'registration/RegisterNewUser', {
    inpEmail: email,
    inpPassword: PASSWORD,
    inpPhoneNumber: '2125550142',
  });
  return email;
}

/** Somebody who gave a password, and whose code is still to come. */
export async function signInHalf(page: Page, log: string, name: string): Promise<void> {
  const email = await signUp(page, `code-${name}`);
  await switchCodesOn(page, log);
  await page.request.get('/session/logout');
  await ask(page, 'authentication/validateUser', { inpUserID: email, inpPassword: PASSWORD });
}

/** The Flow Editor and its map with few and many steps. */
export const LONG_EDITORS = [1, 20, 500].flatMap((steps) => [
  { name: `flow-editor-${steps}`, steps, search: '' },
  { name: `flow-map-${steps}`, steps, search: '?view=map' },
]);

/** Makes a campaign of that many steps for whoever is signed in; answers the path of its editor. */
export async function longEditor(
  page: Page,
  { steps, search }: (typeof LONG_EDITORS)[number],
): Promise<string> {
  const { BATCHID } = await ask(page, 'control-point/AddNewBatchFromTemplate', { TID: '99' });
  const inpBatchId = String(BATCHID);
  await ask(page, 'campaign/SaveBatchDesc', { inpBatchId, inpDesc: 'A walk a day' });
  const controlPoints = JSON.stringify(longCampaign(steps));
  await ask(page, 'control-point/PasteCPs', { inpBatchId, controlPoints });
  return `/campaign/editor/${inpBatchId}${search}`;
}

/** The things of the demo world that the pictures show: the first of each kind. */
export async function demoIds(page: Page): Promise<Ids> {
  const rows = async (path: string, field: string, form: Record<string, string> = {}) =>
    JSON.parse(String((await ask(page, path, form))[field])) as Record<string, number>[];
  const campaigns = await rows('campaign/campaignlist', 'CAMPAIGNS', { iDisplayLength: '100' });
  const [list] = await rows('lists/lists', 'LISTS');
  const [member] = await rows('members/ListMembers', 'MEMBERS', { ListId: String(list?.ID) });
  const blasts = await rows('blast/blastList', 'BLASTS');
  const [automata] = await rows('automata/automatalist', 'AUTOMATA');
  const [channel] = await rows('channels/listChannels', 'CHANNELS');
  const [segment] = await rows('segments/segmentList', 'SEGMENTLIST');
  const [webhook] = await rows('webhooks/listWebhooks', 'WEBHOOKS');
  const reports = (await ask(page, 'report/getAllCustomReports', {})).DATA as { id: number }[];
  const finished = campaigns.filter((one) => one.ISFINISHED === 1).map((one) => one.BATCHID);
  const blast = blasts.find((one) => finished.includes(one.BATCHID)) ?? blasts[0];
  const [approval] = await rows('blast/listApprovals', 'APPROVALS');
  const campaign = blast?.BATCHID ?? finished[0] ?? 0;
  return {
    campaign,
    approval: approval?.APPROVALID ?? (await askApproval(page, campaign, list?.ID ?? 0)),
    list: list?.ID ?? 0,
    contact: member?.ContactAddressId_bi ?? 0,
    report: reports[0]?.id ?? 0,
    blast: blast?.BLASTID ?? 0,
    automata: automata?.ID ?? 0,
    channel: channel?.SRID ?? 0,
    segment: segment?.ID ?? 0,
    webhook: webhook?.ID ?? (await addWebhook(page)),
  };
}

/** Nobody in the demo world asks for anything by themselves. */
async function askApproval(page: Page, campaign: number, list: number): Promise<number> {
  const form = {
    inpBatchId: String(campaign),
    inpTargetListIds: String(list),
    inpNote: 'For Friday, please.',
  };
  return Number((await ask(page, 'blast/askApproval', form)).APPROVALID);
}

/** The demo world tells nobody anything by itself. */
async function addWebhook(page: Page): Promise<number> {
  const hook = { inpUrl: 'https://shop.example/hooks/parley', inpDesc: 'Shop' };
  const kinds = JSON.stringify(['contact.replied', 'contact.opted_out', 'link.clicked']);
  return Number((await ask(page, 'webhooks/addWebhook', { ...hook, inpKinds: kinds })).NEWWEBHOOKID);
}
