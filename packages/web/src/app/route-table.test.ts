import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { allRoutes } from './all-routes.ts';
import { furtherPlaces, mainPlaces } from './places.ts';

/** The route tables of both documents, as addresses that people open. */
const ADDRESSES = [
  '/',
  '/campaign/list',
  '/campaign/manage',
  '/quickstart',
  '/campaignmenu',
  '/tools',
  '/campaign/edit',
  '/campaign/edit/17',
  '/campaign/edit/0/5',
  '/campaign/edit/5/0/9',
  '/campaign/templates',
  '/campaign/templates/9',
  '/signin',
  '/login',
  '/mfaverify',
  '/mfarequest',
  '/signup',
  '/account',
  '/blast/17',
  '/report-builder',
  '/report-builder/secret',
  '/report',
  '/report/custom/3',
  '/report/template/1/17',
  '/admin/phone/lookup',
  '/welcome',
  '/TagManager',
  '/lists',
  '/lists/members',
  '/lists/members/4',
  '/lists/member/details',
  '/lists/member/details/4/12',
  '/campaign/editor',
  '/campaign/editor/17',
  '/campaign/editor/0/5',
  '/campaign/keyword',
  '/campaign/keyword/17',
  '/campaign/API',
  '/campaign/api/17',
  '/automata/calendar',
  '/automata/manager',
  '/automata/editor',
  '/automata/editor/6/',
  '/account/credentials',
  '/account/webhooks',
  '/account/webhooks/edit',
  '/account/webhooks/edit/5',
  '/channels',
  '/char/format',
  '/newlook',
  '/inbox',
  '/inbox/12',
  '/join/1-secret',
  '/tools/phone',
  '/links',
];

test.each(ADDRESSES)('%s has a screen, whatever its case and a slash at the end', (address) => {
  for (const written of [address, address.toUpperCase(), `${address}/`.replace('//', '/')]) {
    expect(matchRoutes(allRoutes, written), written).not.toBeNull();
  }
});

test('only the pages before signing in are for signed-out people, an invitation is for both', () => {
  const paths = (access: string) =>
    allRoutes.filter((route) => (route.access ?? 'session') === access).map((route) => route.path);
  expect(paths('public-only').sort()).toEqual([
    '/forgot',
    '/login',
    '/mfarequest',
    '/mfaverify',
    '/signin',
    '/signup',
  ]);
  expect(paths('open')).toEqual(['/join/:invitation']);
});

test('each screen of signed-in people is marked at one place of the drawer', () => {
  const unmarked = ['/newlook'];
  const places = [...mainPlaces, ...furtherPlaces];
  const marks = allRoutes
    .filter((route) => !route.access && !unmarked.includes(route.path))
    .map(({ path }) => [path, places.filter(({ holds }) => holds.test(path)).length]);
  expect(marks.filter(([, count]) => count !== 1)).toEqual([]);
});

test('no address has two screens', () => {
  const paths = allRoutes.map((route) => route.path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});
