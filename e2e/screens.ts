/**
 * Every screen there is, for tests and pictures that look at all of them. `dev/tidy` holds the list against
 * the route table.
 */

const KINDS = [
  'campaign',
  'list',
  'contact',
  'report',
  'blast',
  'automata',
  'channel',
  'segment',
  'webhook',
  'approval',
] as const;

/** One of each kind of thing a screen shows. */
export type Ids = Record<(typeof KINDS)[number], number>;

/** The same number for a thing of each kind; of 0 there is none. */
export const idsOf = (id: number) => Object.fromEntries(KINDS.map((kind) => [kind, id])) as Ids;

export type Screen = {
  name: string;
  /** As in the route table of packages/web. */
  route: string;
  path: string;
  /** Only people who are not signed in come here. */
  signedOut?: boolean;
};

/** Further addresses of screens in the list. */
export const ALIASES = ['/', '/campaign/list', '/login'];
/** Screens between the password and the code: who comes here needs a sign-in with MFA. */
export const HALF_WAY = ['/mfarequest', '/mfaverify'];

export function screens(ids: Ids): Screen[] {
  const { campaign, list, contact, report, blast, automata, channel, segment, webhook, approval } = ids;
  const rows: [string, string, string?][] = [
    ['welcome', '/welcome'],
    ['quick-start', '/quickstart'],
    ['campaigns', '/campaign/manage'],
    ['templates', '/campaign/templates/:TEID?', '/campaign/templates'],
    ['campaign-file', '/campaign/import'],
    ['flow-editor', '/campaign/editor/:CID?/:TID?/:TEID?', `/campaign/editor/${campaign}`],
    ['guided', '/campaign/edit/:CID?/:TID?/:TEID?', `/campaign/edit/${campaign}`],
    ['keyword', '/campaign/keyword/:CID?', `/campaign/keyword/${campaign}`],
    ['api-builder', '/campaign/api/:CID?', `/campaign/api/${campaign}`],
    ['blast', '/blast/:CID', `/blast/${campaign}`],
    ['blast-live', '/blast/:CID/live/:BLASTID', `/blast/${campaign}/live/${blast}`],
    ['approvals', '/approvals'],
    ['approval', '/approvals/:approvalId', `/approvals/${approval}`],
    ['in-doubt', '/in-doubt'],
    ['lists', '/lists'],
    ['members', '/lists/members/:LID?', `/lists/members/${list}`],
    ['member', '/lists/member/details/:LID?/:CID?', `/lists/member/details/${list}/${contact}`],
    ['consent', '/lists/member/consent/:CID', `/lists/member/consent/${contact}`],
    ['import', '/lists/import/:LID', `/lists/import/${list}`],
    ['sign-up-page', '/lists/signup/:LID', `/lists/signup/${list}`],
    ['segments', '/segments'],
    ['segment', '/segments/edit/:SID?', `/segments/edit/${segment}`],
    ['tags', '/tagmanager'],
    ['links', '/links'],
    ['opt-outs', '/optouts'],
    ['opt-outs-review', '/optouts/review'],
    ['opt-outs-muted', '/optouts/muted'],
    ['automata', '/automata/manager'],
    ['automata-editor', '/automata/editor/:AID?', `/automata/editor/${automata}`],
    ['automata-history', '/automata/history/:AID', `/automata/history/${automata}`],
    ['calendar', '/automata/calendar'],
    ['inbox', '/inbox/:contact?', '/inbox'],
    ['not-from-phones', '/inbox/not-from-phones'],
    ['conversation', '/inbox/:contact?', `/inbox/${contact}`],
    ['reports', '/report'],
    ['report-builder', '/report-builder/:secret?', '/report-builder'],
    ['report', '/report/custom/:reportId', `/report/custom/${report}`],
    ['template-report', '/report/template/:reportId/:defaultDatapointId', `/report/template/1/${campaign}`],
    ['phone', '/tools/phone'],
    ['styling', '/char/format'],
    ['carrier-lookup', '/admin/phone/lookup'],
    ['channels', '/channels'],
    ['carrier-review', '/channels/review'],
    ['connection', '/channels/settings/:SRID', `/channels/settings/${channel}`],
    ['credentials', '/account/credentials'],
    ['webhooks', '/account/webhooks'],
    ['webhook', '/account/webhooks/edit/:WHID?', `/account/webhooks/edit/${webhook}`],
    ['preferences', '/account/preferences'],
    ['account', '/account'],
    ['credits', '/account/credits'],
    ['history', '/account/history'],
    ['system', '/account/system'],
    ['join', '/join/:invitation', '/join/1-gone'],
    ['new-look', '/newlook'],
    ['campaign-menu', '/campaignmenu'],
    ['tools-menu', '/tools'],
    ['not-found', '*', '/no/such/page'],
  ];
  return [
    { name: 'sign-in', route: '/signin', path: '/signin', signedOut: true },
    { name: 'sign-up', route: '/signup', path: '/signup', signedOut: true },
    { name: 'forgot', route: '/forgot', path: '/forgot', signedOut: true },
    ...rows.map(([name, route, path]) => ({ name, route, path: path ?? route })),
  ];
}
