/** What the document says of the session calls is what they take and answer. */
import { BASE, type Call, calls } from '@parley/contract';
import { openApiOfSession } from '@parley/contract/session-openapi.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { goodForm, makeThings, sendTo, type Things } from './good-forms.ts';
import { type Client, useHarness } from './harness.ts';

type Schema = { [keyword: string]: unknown };
type Operation = {
  operationId: string;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

const harness = useHarness();
const paths = openApiOfSession().paths as Record<string, Record<string, Operation>>;
const all = Object.values(calls).flatMap((members) =>
  Object.values(members as unknown as Record<string, Call>),
);
let user: Client;
let things: Things;
const done: string[] = [];

beforeAll(async () => {
  user = await harness().newUser();
  things = await makeThings(async (path, form, file) => {
    const shape = file === undefined ? 'envelope' : 'upload';
    const sent = { path, method: 'POST', shape } as const;
    return (await sendTo(harness().app, user.cookie(), sent, { form }, BASE)).json();
  });
});

const operationOf = ({ path, method }: Call): Operation => {
  const found = paths[`${BASE}${path}`]?.[method.toLowerCase()];
  if (!found) throw new Error(`The document has no ${method} ${path}.`);
  return found;
};

/** Value and schema with every text of JSON read: what is within it is looked at, too. */
function read(value: unknown, schema: Schema): { value: unknown; schema: Schema } {
  const { contentSchema, properties, items } = schema as {
    contentSchema?: Schema;
    properties?: Record<string, Schema>;
    items?: Schema;
  };
  if (contentSchema && typeof value === 'string') return read(JSON.parse(value), contentSchema);
  if (items && Array.isArray(value)) {
    const each = value.map((item) => read(item, items));
    return {
      value: each.map((item) => item.value),
      schema: { ...schema, items: each[0]?.schema ?? items },
    };
  }
  if (!properties || value === null || typeof value !== 'object') return { value, schema };
  const fields = Object.entries(value).map(
    ([name, field]) => [name, read(field, properties[name] ?? {})] as const,
  );
  return {
    value: Object.fromEntries(fields.map(([name, field]) => [name, field.value])),
    schema: {
      ...schema,
      properties: {
        ...properties,
        ...Object.fromEntries(fields.map(([name, field]) => [name, field.schema])),
      },
    },
  };
}

function faultsOf(given: unknown, described: Schema): string[] {
  const { value, schema } = read(given, described);
  const result = z.fromJSONSchema(schema as never).safeParse(value);
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

/** A field of a form is a text, whatever it says. */
const asWritten = (value: string, { type, enum: words, anyOf }: Schema): unknown =>
  (type === 'integer' || (anyOf as Schema[] | undefined)?.some((each) => each.type === 'integer') || words) &&
  /^-?\d+$/.test(value)
    ? Number(value)
    : value;

test('the document is valid OpenAPI 3.1 by the rules of a linter of the field', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: JSON.stringify(openApiOfSession()), config });
  const told = found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  expect(told).toEqual([]);
});

test.each(all.map((call) => [call.path, call] as const))(
  '%s: what is sent has the types that are told',
  (_, call) => {
    const { parameters, requestBody } = operationOf(call);
    const fields: Record<string, Schema> =
      parameters === undefined
        ? (requestBody?.content['multipart/form-data']?.schema.properties as Record<string, Schema>)
        : Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
    expect(Object.keys(fields).filter((name) => name !== 'file')).toEqual(
      Object.values(call.form).map(({ wire }) => wire),
    );
    const form = goodForm(call, things);
    const wrong = Object.values(call.form).flatMap(({ wire }) => {
      const [value, schema] = [form[wire], fields[wire]];
      if (value === undefined || schema === undefined) return [];
      return faultsOf(asWritten(value, schema), schema).map((fault) => `${wire} ${fault}`);
    });
    expect(wrong).toEqual([]);
  },
);

test('a field of another type, in a text of JSON too, is seen', () => {
  const rows = { type: 'array', items: { type: 'object', properties: { ID: { type: 'integer' } } } };
  const listed = { type: 'string', contentMediaType: 'application/json', contentSchema: rows };
  const reply = { type: 'object', properties: { ROWS: listed, N: { type: 'integer' } } };
  expect(faultsOf({ ROWS: '[{"ID":1}]', N: 2 }, reply)).toEqual([]);
  expect(faultsOf({ ROWS: '[{"ID":"one"}]', N: 'two' }, reply)).toHaveLength(2);
});

const answering = all.filter(({ access, shape }) => access === 'session' && shape !== 'file');
test.each(answering.map((call) => [call.path, call] as const))(
  '%s: what is answered has the types that are told',
  async (_, call) => {
    const form = goodForm(call, things);
    const answer = await sendTo(harness().app, user.cookie(), call, { form }, BASE);
    const schema = operationOf(call).responses['200']?.content?.['application/json']?.schema;
    done.push(...(answer.json().RESULT === 1 ? [call.path] : []));
    expect(faultsOf(answer.json(), schema ?? {})).toEqual([]);
  },
);

test('most of them were done: a refusal shows little of a type', () => {
  expect(done.length / answering.length).toBeGreaterThan(0.6);
});
