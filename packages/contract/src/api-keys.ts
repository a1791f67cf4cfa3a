/** Keys of REST v1: made, listed and revoked on the screens; what they open is in `api/`. */
import { API_KEY_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { API_SCOPES, type ApiScope } from './api/scopes.ts';
import { call, rows, wire } from './kernel/call.ts';
import { id, int, json, mapped, name, oneOf, orElse, text } from './kernel/codec.ts';

/** `test`: every call is checked and answered, and nothing of it is kept or sent. */
export const API_KEY_MODES = ['live', 'test'] as const;
export type ApiKeyMode = (typeof API_KEY_MODES)[number];

const scopeList = mapped(
  json(
    z.array(z.enum(API_SCOPES)).check(z.minLength(1), z.maxLength(API_SCOPES.length)),
    `list of ${API_SCOPES.join(', ')}`,
  ),
  (scopes) => [...new Set(scopes)],
  (scopes: ApiScope[]) => scopes,
);

export const apiKeys = {
  list: call(
    'credentials/listApiKeys',
    {},
    {
      keys: wire(
        'APIKEYS',
        rows({
          id: wire('ID', int()),
          name: wire('NAME', text(TEXT_LIMITS.name)),
          mode: wire('MODE', oneOf(...API_KEY_MODES)),
          hint: wire('HINT', text(40)),
          scopes: wire('SCOPES', json(z.array(z.enum(API_SCOPES)), 'list of scopes', false)),
          by: wire('BY', text(254)),
          created: wire('CREATED', text(40)),
          expires: wire('EXPIRES', text(40)),
          lastUsed: wire('LASTUSED', text(40)),
          revoked: wire('REVOKED', text(40)),
        }),
      ),
    },
    {
      about:
        'All keys of REST v1, newest first, revoked ones behind the others. HINT is how the key begins and ends; times are ISO 8601, empty for never.',
    },
  ),
  add: call(
    'credentials/addApiKey',
    {
      name: wire('ApiKeyName', name(TEXT_LIMITS.name)),
      mode: wire('inpMode', oneOf(...API_KEY_MODES)),
      scopes: wire('inpScopes', scopeList),
      days: wire('inpDays', orElse(int(0, API_KEY_LIMITS.mostDays), 0)),
    },
    { id: wire('NEWAPIKEYID', int()), key: wire('APIKEY', text(100)) },
    {
      ownersOnly: true,
      confirmed: true,
      about: 'Makes a key. APIKEY is told this once and never again; inpDays 0: it does not expire.',
    },
  ),
  revoke: call(
    'credentials/revokeApiKey',
    { apiKey: wire('ApiKeyId', id) },
    {},
    { ownersOnly: true, confirmed: true, about: 'Revokes a key; requests with it are refused from then on.' },
  ),
};
