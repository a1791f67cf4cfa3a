import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { id, int, name, orElse, text } from './kernel/codec.ts';

/** Client id and secret pairs for machine calls. */
export const credentials = {
  list: call(
    'credentials/Credentialslist',
    { filter: wire('CredentialsFilters', orElse(text(255), '')) },
    {
      credentials: wire(
        'CREDENTIALS',
        rows({
          id: wire('ID', int()),
          name: wire('NAME', text(255)),
          accessKey: wire('AccessKey_vch', text(100)),
          secretKey: wire('SecretKey_vch', text(100)),
        }),
      ),
    },
    {
      about:
        'All API credentials. Their secrets are for owners who have confirmed: to others SecretKey_vch is empty.',
    },
  ),
  remove: call(
    'credentials/deleteCredentials',
    { credential: wire('CredentialsId', id) },
    {},
    {
      ownersOnly: true,
      confirmed: true,
      about: 'Deletes credentials; calls with them are refused from then on.',
    },
  ),
  add: call(
    'credentials/addCredentials',
    { name: wire('CredentialsName', name(TEXT_LIMITS.name)) },
    { id: wire('NEWCREDENTIALSID', int()) },
    { ownersOnly: true, confirmed: true, about: 'Makes new credentials.' },
  ),
  rename: call(
    'credentials/renameCredentials',
    { credential: wire('CredentialsId', id), name: wire('CredentialsName', name(TEXT_LIMITS.name)) },
    {},
    { ownersOnly: true, confirmed: true, about: 'Renames credentials.' },
  ),
};
