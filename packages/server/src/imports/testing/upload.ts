/** Uploads a file of contacts as a browser does. */
import { BASE, calls, decodeFields } from '@parley/contract';
import type { Client, Harness } from '../../testing/harness.ts';

export type User = Client & { accountId: number };

/** `values` is there when the upload was taken. */
export async function uploadFile(
  { app }: Harness,
  user: User,
  list: number,
  content: string | Buffer,
  name = 'people.csv',
) {
  const form = new FormData();
  form.append('ListId', String(list));
  form.append('file', new Blob([content as never]), name);
  const encoded = new Response(form);
  const response = await app.inject({
    method: 'POST',
    url: `${BASE}${calls.imports.upload.path}`,
    headers: { cookie: user.cookie(), 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const body = response.json();
  const values = body.RESULT === 1 ? decodeFields(calls.imports.upload.reply, body) : undefined;
  return { status: response.statusCode, body, values: values as NonNullable<typeof values> };
}

export async function newList(user: User, name = 'VIP'): Promise<number> {
  return (await user.ask(calls.lists.add, { name })).values.id;
}
