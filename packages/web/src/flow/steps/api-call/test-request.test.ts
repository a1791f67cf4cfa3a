import type { StepOf } from '@parley/engine/flow.ts';
import { flowOf } from '@parley/engine/flow-shorthand.ts';
import { expect, test } from 'vitest';
import { jsonLines, suggestedName } from './json-lines.ts';
import { requestLines, testRequest, tokensOf } from './test-request.ts';

const stepOf = (part: object) =>
  flowOf(1, [{ type: 'api-call', id: 7, url: 'https://x.example/{%Town%}', ...part }])
    .steps[0] as StepOf<'api-call'>;

test('the request is the one that the engine makes, with the values given; a fallback stands for none', () => {
  const step = stepOf({
    verb: 'POST',
    path: '?id={%answer:Order%}',
    contentType: 'json',
    body: '{"n":"{%First name|friend%}","i":"{%intent:12%}"}',
    headers: 'X-Town: {%town%}',
    loop: { max: 1, step: 0 },
  });
  expect(tokensOf(step).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'tag Town',
    'answer Order',
    'tag First name',
    'intent 12',
  ]);
  const values = { 'tag:town': 'Ulm a/b', 'answer:order': '7&8', 'intent:12': 'Say "yes"' };
  expect(testRequest(step, values)).toEqual({
    verb: 'POST',
    url: 'https://x.example/Ulm%20a%2Fb?id=7%268',
    headers: { 'X-Town': 'Ulm a/b' },
    contentType: 'application/json',
    body: '{"n":"friend","i":"Say \\"yes\\""}',
  });
});

test('a step without an address has no request', () => {
  expect(testRequest(stepOf({ url: '' }), {})).toBeNull();
});

test('what looks like a secret is covered where it is shown', () => {
  const lines = requestLines({
    verb: 'GET',
    url: 'https://x.example/a?api_key=s3cret&page=2&access_token=t0ken',
    headers: { Authorization: 'Bearer s3cret', 'X-Api-Key': 's3cret', Accept: 'text/plain' },
    contentType: '',
    body: '',
  });
  expect(lines.join('\n')).not.toMatch(/s3cret|t0ken/);
  expect(lines).toContain('Accept: text/plain');
  expect(lines[0]).toContain('page=2');
});

test('an answer in lines: every value has the path that leads to it', () => {
  const lines = jsonLines('{"order":{"state":"sent","items":[{"n":1},{}]},"none":null}') ?? [];
  expect(lines.map(({ depth, name, value, path }) => `${depth} ${name} ${value} ${path}`)).toEqual([
    '0  { null',
    '1 "order" { null',
    '2 "state" "sent" $.order.state',
    '2 "items" [ null',
    '3  { null',
    '4 "n" 1 $.order.items[0].n',
    '3  } null',
    '3  {} null',
    '2  ] null',
    '1  } null',
    '1 "none" null null',
    '0  } null',
  ]);
  expect(jsonLines('"just text"')).toMatchObject([{ path: '$' }]);
  expect(jsonLines('<html>')).toBeNull();
});

test.each([
  ['$.order.status', 'Status'],
  ['$.orderStatus', 'Order status'],
  ['$.items[0]', 'Items'],
  ['$.items[0].unit_price', 'Unit price'],
  ["$['zip code']", 'Zip code'],
  ['$', 'Answer'],
  ['$[0]', 'Answer'],
])('a value at %s is called “%s”', (path, name) => expect(suggestedName(path)).toBe(name));
