/** The document is valid OpenAPI 3.1, by the rules of a linter of the field, and says what is served. */
import { operations } from '@parley/contract/api/index.ts';
import { openApiOfRest } from '@parley/contract/api/openapi.ts';
import { EVENT_KINDS } from '@parley/rules/event-kinds.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

async function lint(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(document), config });
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

test('it has no error and no warning', async () => {
  const answer = await harness().app.inject({ method: 'GET', url: '/api/v1/openapi.json' });
  expect(answer.statusCode).toBe(200);
  expect(await lint(answer.json())).toEqual([]);
  const { license: _, ...info } = openApiOfRest().info as Record<string, unknown>;
  expect((await lint({ ...openApiOfRest(), info })).join()).toContain('info-license');
  expect((await lint({ ...openApiOfRest(), paths: [] })).join()).toContain('struct');
});

test('it has every operation, with types and an example', () => {
  const { paths, components } = openApiOfRest() as {
    paths: Record<string, Record<string, { operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.sort()).toEqual(Object.keys(operations).sort());
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['Contact', 'List', 'Tag', 'Problem']),
  );
});

type Part = { properties?: Record<string, Part>; items?: Part; oneOf?: Part[]; anyOf?: Part[] };

/** Objects without a name within the alternatives of a part, however deep. */
function unnamedWithin(part: Part, path: string, isWithin: boolean): string[] {
  const { properties = {}, items, oneOf = [], anyOf = [] } = part;
  return [
    ...(isWithin && part.properties ? [path] : []),
    ...[...oneOf, ...anyOf].flatMap((one, n) => {
      const deeper = Object.entries(one.properties ?? {}).flatMap(([name, each]) => [
        ...(each.items ? unnamedWithin(each.items, `${path}/${n}/${name}/items`, true) : []),
        ...[...(each.oneOf ?? []), ...(each.anyOf ?? [])].flatMap((inner) =>
          unnamedWithin(inner, `${path}/${n}/${name}`, true),
        ),
      ]);
      return isWithin ? unnamedWithin(one, `${path}/${n}`, true) : deeper;
    }),
    ...(items ? unnamedWithin(items, `${path}/items`, isWithin) : []),
    ...Object.entries(properties).flatMap(([name, each]) => unnamedWithin(each, `${path}/${name}`, isWithin)),
  ];
}

test('what lies within alternatives has a name: generators of clients would make the same one twice', () => {
  const { components } = openApiOfRest() as { components: { schemas: Record<string, Part> } };
  const unnamed = Object.entries(components.schemas).flatMap(([name, part]) =>
    unnamedWithin(part, name, false),
  );
  expect(unnamed).toEqual([]);
});

test('alternatives of simple types are written as alternatives: not every generator reads a list of types', () => {
  const text = JSON.stringify(openApiOfRest());
  const lists = [...text.matchAll(/"type":\[([^\]]*)\]/g)].map(([, types = '']) => types.split(','));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.filter((types) => types.filter((one) => one !== '"null"').length > 1)).toEqual([]);
});

test('the page to read shows every operation, and runs nothing', async () => {
  const page = await harness().app.inject({ method: 'GET', url: '/docs' });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
  for (const id of Object.keys(operations)) expect(page.body).toContain(`<article id="${id}">`);
  for (const kind of Object.keys(EVENT_KINDS)) expect(page.body).toContain(`<code>${kind}</code>`);
  expect(page.body).not.toMatch(/<script|<style| style=| on\w+=|(?:href|src)="https?:/);
  expect((await harness().app.inject({ method: 'GET', url: '/docs/style.css' })).statusCode).toBe(200);
  expect((await harness().app.inject({ method: 'GET', url: '/docs/session/' })).statusCode).toBe(200);
});
