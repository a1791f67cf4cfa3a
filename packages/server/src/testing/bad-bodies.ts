/**
 * Bodies that no client of ours sends, as data: the status each is answered with, and what is sent. Good for
 * a call with a field ListName.
 */
export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
export const KILO = 1024;

export type Request = {
  path?: string;
  type?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
};

export const multipart = (parts: string, boundary = 'x') => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: parts,
});
export const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

export const BAD_BODIES: Record<string, [number, Request]> = {
  'half a JSON': [400, { type: JSON_TYPE, body: '{"ListName":' }],
  'a JSON list': [400, { type: JSON_TYPE, body: '[{"ListName":"x"}]' }],
  'a JSON text': [400, { type: JSON_TYPE, body: '"ListName=x"' }],
  'JSON nested 50,000 deep': [
    400,
    { type: JSON_TYPE, body: `{"ListName":${'['.repeat(50_000)}${']'.repeat(50_000)}}` },
  ],
  'a prototype key in JSON': [400, { type: JSON_TYPE, body: '{"ListName":"x","__proto__":{"admin":true}}' }],
  'a constructor in JSON': [
    400,
    { type: JSON_TYPE, body: '{"ListName":"x","constructor":{"prototype":{}}}' },
  ],
  'JSON that is not UTF-8': [400, { type: JSON_TYPE, body: Buffer.from('{"ListName":"a\xff"}', 'latin1') }],
  'half a surrogate pair in JSON': [400, { type: JSON_TYPE, body: '{"ListName":"a\\ud83d"}' }],
  'NUL in JSON': [400, { type: JSON_TYPE, body: '{"ListName":"a\\u0000"}' }],
  'a form that is not UTF-8': [400, { type: FORM, body: 'ListName=%FF%FE' }],
  'an overlong encoding': [400, { type: FORM, body: 'ListName=%C0%AFetc' }],
  'half a character': [400, { type: FORM, body: 'ListName=%E2%82' }],
  'a field with a very long name': [400, { type: FORM, body: `ListName=x&${'n'.repeat(5_000)}=1` }],
  'NUL in a form': [400, { type: FORM, body: 'ListName=a%00b' }],
  'a field given twice': [400, { type: FORM, body: 'ListName=a&ListName=b' }],
  'a prototype key in a form': [400, { type: FORM, body: 'ListName=a&__proto__=b' }],
  'a multipart without a boundary': [400, { type: 'multipart/form-data', body: part('ListName', 'x') }],
  'a multipart cut in the middle': [400, multipart(part('ListName', 'x'))],
  'a multipart of noise': [400, multipart('noise')],
  'an empty multipart': [400, multipart('--x--\r\n')],
  'a multipart with a field given twice': [
    400,
    multipart(`${part('ListName', 'a')}${part('ListName', 'b')}--x--\r\n`),
  ],
  'a multipart with a prototype key': [
    400,
    multipart(`${part('ListName', 'a')}${part('__proto__', 'b')}--x--\r\n`),
  ],
  'a multipart that is not UTF-8': [
    400,
    { ...multipart(''), body: Buffer.from(`${part('ListName', 'a\xff')}--x--\r\n`, 'latin1') },
  ],
  'a file where none is expected': [
    400,
    multipart(
      '--x\r\ncontent-disposition: form-data; name="ListName"; filename="x.txt"\r\ncontent-type: text/plain\r\n\r\nx\r\n--x--\r\n',
    ),
  ],
  'a form over the limit': [413, { type: FORM, body: `ListName=${'x'.repeat(257 * KILO)}` }],
  'JSON over the limit': [413, { type: JSON_TYPE, body: `{"ListName":"${'x'.repeat(257 * KILO)}"}` }],
  'a multipart over the limit': [413, multipart(`${part('ListName', 'x'.repeat(300 * KILO))}--x--\r\n`)],
  'a thousand fields': [
    413,
    { type: FORM, body: Array.from({ length: 1000 }, (_, n) => `f${n}=1`).join('&') },
  ],
  'a thousand fields in JSON': [
    413,
    {
      type: JSON_TYPE,
      body: JSON.stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, 1]))),
    },
  ],
  'a thousand parts': [
    413,
    multipart(`${Array.from({ length: 1000 }, (_, n) => part(`f${n}`, '1')).join('')}--x--\r\n`),
  ],
  'plain text': [415, { type: 'text/plain', body: 'ListName=x' }],
  'XML with an entity': [415, { type: 'application/xml', body: '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>' }],
  'no type at all': [415, { type: 'application/octet-stream', body: 'ListName=x' }],
  'a compressed form': [
    415,
    { type: FORM, body: Buffer.from('1f8b08', 'hex'), headers: { 'content-encoding': 'gzip' } },
  ],
};
