import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiOfRest } from '../../packages/contract/src/api/openapi.ts';
import { documentHash } from './document-hash.ts';

it('the types of the client are of the document that is served: else run npm run client', () => {
  const types = readFileSync(new URL('../../packages/client/src/rest-v1.ts', import.meta.url), 'utf8');
  expect(types.split('\n')[0]).toContain(documentHash(openApiOfRest()));
});
