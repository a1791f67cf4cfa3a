import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { allRoutes } from './router.tsx';

/** The route tables of both documents, as addresses that people open. */
const ADDRESSES = [
  '/',
  '/campaign/list',
  '/campaign/manage',
  '/quickstart',
  '/campaignmenu',
  '/tools',
  '/campaign/templates',
  '/campaign/templates/9',
  '/signin',
  '/login',
  '/mfaverify',
  '/mfarequest',
  '/signup',
  '/account',
  '/admin/phone/lookup',
  '/welcome',
  '/newlook',
];

test.each(ADDRESSES)('%s has a screen, whatever its case and a slash at the end', (address) => {
  for (const written of [address, address.toUpperCase(), `${address}/`]) {
    expect(matchRoutes(allRoutes, written), written).not.toBeNull();
  }
});

test('only the pages before signing in are for signed-out people', () => {
  const open = allRoutes
    .filter((route) => (route.access ?? 'session') !== 'session')
    .map((route) => route.path);
  expect(open.sort()).toEqual(['/login', '/mfarequest', '/mfaverify', '/signin', '/signup']);
});

test('no address has two screens', () => {
  const paths = allRoutes.map((route) => route.path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});
