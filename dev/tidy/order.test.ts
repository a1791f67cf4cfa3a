import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { ORDER } from './order.ts';
import { TABLES_OF } from './owners.ts';
import { type Import, importsOf, isTest, sources } from './sources.ts';

const ROOT = 'packages/server/src/';
const server = sources('packages/server/src').filter((file) => !isTest(file));

/** The room of a file of the server; null: it lies elsewhere. */
function roomOf(path: string): string | null {
  if (!path.startsWith(ROOT)) return null;
  const [first = '', ...rest] = path.slice(ROOT.length).split('/');
  return rest.length === 0 ? 'app' : first;
}

const placeOf = (room: string) => (ORDER as readonly string[]).indexOf(room);

function targetOf({ from, target }: Import): string | null {
  return target.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), target)) : null;
}

it('every room of the server has its place in the order', () => {
  const rooms = new Set(server.map(({ path }) => roomOf(path)));
  expect([...rooms].sort()).toEqual([...ORDER].sort());
});

/** The rooms that `features.ts` reads, in the order of its list. */
function featuresInOrder(): string[] {
  const { code } = server.find(({ path }) => path === `${ROOT}features.ts`) ?? { code: '' };
  const roomNamed = new Map(
    [...code.matchAll(/import \{ feature as (\w+) \} from '\.\/([^/]+)\/feature\.ts'/g)].map(
      ([, name = '', room = '']) => [name, room],
    ),
  );
  const [, list = ''] = /features: readonly Feature\[\] = \[([^\]]*)\]/.exec(code) ?? [];
  return (list.match(/\w+/g) ?? []).map((name) => roomNamed.get(name) ?? name);
}

it('features are listed in the order of the rooms, and none is missing', () => {
  // The platform's says what a feature is.
  const rooms = ORDER.filter((room) => room !== 'platform');
  const having = rooms.filter((room) => server.some(({ path }) => path === `${ROOT}${room}/feature.ts`));
  expect(featuresInOrder(), 'List them in packages/server/src/features.ts as in dev/tidy/order.ts.').toEqual(
    having,
  );
});

it('owners of tables are rooms, in their order', () => {
  const owners = Object.keys(TABLES_OF);
  expect(owners, 'Name rooms in server/testing/table-owners.ts, as in dev/tidy/order.ts.').toEqual(
    ORDER.filter((room) => owners.includes(room)),
  );
});

it('imports between rooms of the server point down', () => {
  const up = server.flatMap(importsOf).filter((each) => {
    const home = roomOf(each.from);
    const room = roomOf(targetOf(each) ?? '');
    return home !== null && room !== null && placeOf(room) > placeOf(home);
  });
  expect(
    up.map(({ from, line, target }) => `${from}:${line}: ${target}`),
    'A room uses the rooms below it (dev/tidy/order.ts). Move what both need down, or offer a hook (platform/hook.ts).',
  ).toEqual([]);
});

it('a room of the server is entered by its index', () => {
  const inside = server.flatMap(importsOf).filter((each) => {
    const home = roomOf(each.from);
    const target = targetOf(each) ?? '';
    const room = roomOf(target);
    // The platform is no feature: it is a shelf of tools, each with a file of its own.
    if (home === null || room === null || room === home || room === 'platform' || room === 'app')
      return false;
    if (target === `${ROOT}${room}/feature.ts`) return each.from !== `${ROOT}features.ts`;
    return target !== `${ROOT}${room}/index.ts`;
  });
  expect(
    inside.map(({ from, line, target }) => `${from}:${line}: ${target}`),
    'Say in the index.ts of a room what others may call; its feature.ts is read by features.ts alone.',
  ).toEqual([]);
});
