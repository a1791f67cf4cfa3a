/** A client that openapi-typescript and openapi-fetch make does what docs/api.md shows. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './parley.ts';

const { PARLEY, KEY } = process.env;
const [phone = '', other = ''] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: `${PARLEY}/api/v1`,
  headers: { Authorization: `Bearer ${KEY}` },
});
const params = { header: { 'Idempotency-Key': 'generated-typescript' } };
const add = () => client.POST('/contacts', { params, body: { phone } });

const [first, again] = [await add(), await add()];
assert(first.data && again.data, JSON.stringify(first.error));
assert.deepEqual([first.data.phone, again.data.id], [phone, first.data.id]);
const { id } = first.data;
const contacts = [{ phone }, { phone: other }];
const upserted = await client.PUT('/contacts', { body: { contacts } });
assert(upserted.data);
assert.deepEqual([upserted.data.created, upserted.data.updated, upserted.data.ids[0]], [1, 1, id]);
const page = await client.GET('/contacts', { params: { query: { phone } } });
assert.deepEqual(
  page.data?.data.map((each) => each.id),
  [id],
);
const gone = await client.GET('/contacts/{contact}', { params: { path: { contact: 'con_999999999' } } });
assert.equal(gone.error?.status, 404);
assert((await client.GET('/automations')).data);
process.stdout.write('typescript: 6 calls answered as documented\n');
