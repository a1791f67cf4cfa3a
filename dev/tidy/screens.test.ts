import { expect, it } from 'vitest';
import { ALIASES, HALF_WAY, idsOf, screens } from '../../e2e/screens.ts';
import { sources } from './sources.ts';

const routeFiles = sources('packages/web').filter(({ path }) =>
  /(\/routes\.tsx|\/app\/all-routes\.ts)$/.test(path),
);
const routes = routeFiles.flatMap(({ code }) =>
  [...code.matchAll(/\bpath: '([^']+)'/g)].map((match) => match[1] ?? ''),
);

it('every route is a screen that tests and pictures look at', () => {
  const known = new Set([...screens(idsOf(1)).map(({ route }) => route), ...ALIASES, ...HALF_WAY]);
  expect(routes.length).toBeGreaterThan(30);
  expect(routes.filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => route !== '*' && !routes.includes(route))).toEqual([]);
});
