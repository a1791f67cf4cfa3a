/** Bodies of session calls: multipart, url-encoded or JSON, all to one record of raw wire values. */

import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './handler.ts';

export const FORM_BYTES = 256 * 1024;
export const UPLOAD_BYTES = 50 * 1024 * 1024;
const MAX_FIELDS = 100;
/** Of a field, in characters. */
const LONGEST_NAME = 1_000;

/** A body that cannot be read. */
export class BodyError extends Error {
  readonly statusCode: 400 | 413 | 415;
  readonly field: string;
  constructor(statusCode: 400 | 413 | 415, message: string, field = '') {
    super(message);
    this.statusCode = statusCode;
    this.field = field;
  }
}

export type Form = { fields: Record<string, unknown>; file: UploadedFile | null };

const TOO_LARGE = 'The request is too large.';

/** Reads a request's fields (and the start of its file, when one is expected: fields must come before it). */
export async function readForm(request: FastifyRequest, wantsFile: boolean): Promise<Form> {
  if (request.method === 'GET') return { fields: checkNames(request.query), file: null };
  if (request.isMultipart()) return readMultipart(request, wantsFile);
  if (request.body === undefined || request.body === null) return { fields: {}, file: null };
  return { fields: checkNames(request.body), file: null };
}

/** A record of named fields, few enough and none named to do harm. */
export function checkNames(body: unknown): Record<string, unknown> {
  if (body === null || typeof body !== 'object' || Array.isArray(body))
    throw new BodyError(400, 'The request must hold named fields.');
  const fields = Object.entries(body);
  if (fields.length > MAX_FIELDS) throw new BodyError(413, TOO_LARGE);
  for (const [name, value] of fields) {
    checkName(name);
    checkUnicode(name, value);
  }
  return Object.fromEntries(fields);
}

/** Fields of a query or of an url-encoded body; a name given more than once has a list of values. */
export function parseUrlEncoded(text: string): Record<string, unknown> {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields[name];
    const typed = asTyped(value);
    fields[name] = before === undefined ? typed : [before, typed].flat();
  }
  return fields;
}

/**
 * Forms carry a new line as CRLF (WHATWG HTML, 4.10.21.8): a person typed one character, and it is counted
 * and stored as one.
 */
const asTyped = (value: string) => value.replaceAll('\r\n', '\n');

/**
 * A body of JSON; an empty one has no fields. @throws BodyError for bytes that are not UTF-8 and for what is
 * no JSON.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw new BodyError(400, 'The request is not valid UTF-8.');
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new BodyError(400, 'The request is not valid JSON.');
  }
}

function checkName(name: string): void {
  if (name === '__proto__' || name === 'constructor' || name === 'prototype')
    throw new BodyError(400, `A field must not be named ${name}.`, name);
  // Bytes that are no form are one long name: nobody wants to read them in the answer.
  if (name.length > LONGEST_NAME)
    throw new BodyError(400, 'The name of a field is too long.', name.slice(0, LONGEST_NAME));
}

/**
 * U+FFFD in a decoded field means that the bytes were not UTF-8, unless it was sent as such: nobody types it.
 */
function checkUnicode(name: string, value: unknown): void {
  if (typeof value === 'string' && value.includes('\uFFFD'))
    throw new BodyError(400, `${name} is not valid UTF-8.`, name);
}

async function readMultipart(request: FastifyRequest, wantsFile: boolean): Promise<Form> {
  try {
    const { overflow, onFile } = watchSize(request, wantsFile ? UPLOAD_BYTES + FORM_BYTES : 2 * FORM_BYTES);
    return await Promise.race([readParts(request, wantsFile, onFile), overflow]);
  } catch (error) {
    // The parser's own errors are bare: no boundary, cut in the middle, a broken part.
    const known = (error as { statusCode?: number }).statusCode !== undefined;
    throw known ? error : new BodyError(400, 'The form could not be read.');
  }
}

/**
 * Ends a form that goes on for ever: the parser would read it, and throw it away, to its end. `overflow`
 * never resolves; the file that is being read is told by its own end.
 */
function watchSize(request: FastifyRequest, most: number) {
  const { promise: overflow, reject } = Promise.withResolvers<never>();
  // Nobody waits for it any more once the form is read.
  overflow.catch(() => undefined);
  let reading: Readable | null = null;
  let size = 0;
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= most) return;
    request.raw.off('data', onData);
    reading?.destroy();
    reject(new BodyError(413, TOO_LARGE));
  };
  request.raw.on('data', onData);
  const onFile = (file: Readable) => {
    reading = file;
  };
  return { overflow, onFile };
}

async function readParts(
  request: FastifyRequest,
  wantsFile: boolean,
  onFile: (file: Readable) => void,
): Promise<Form> {
  const fields: Record<string, unknown> = Object.create(null);
  let size = 0;
  let count = 0;
  const parts = request.parts({
    limits: {
      fieldSize: FORM_BYTES,
      fields: MAX_FIELDS,
      files: 1,
      fileSize: UPLOAD_BYTES,
      parts: MAX_FIELDS + 1,
    },
  });
  for await (const part of parts) {
    checkName(part.fieldname);
    if (part.type === 'file') {
      if (!wantsFile) {
        part.file.resume();
        throw new BodyError(400, 'A file is not expected here.', part.fieldname);
      }
      onFile(part.file);
      return {
        fields,
        file: {
          name: part.filename,
          stream: Readable.from(wholeFile(part.file, part.fieldname), { objectMode: false }),
          isTruncated: () => part.file.truncated,
        },
      };
    }
    // The library cuts a long field silently: say so instead of storing half of it.
    if (part.valueTruncated || part.fieldnameTruncated) throw new BodyError(413, TOO_LARGE, part.fieldname);
    const value = asTyped(String(part.value));
    size += value.length;
    count += 1;
    if (size > FORM_BYTES || count > MAX_FIELDS) throw new BodyError(413, TOO_LARGE);
    checkUnicode(part.fieldname, value);
    const before = fields[part.fieldname];
    fields[part.fieldname] = before === undefined ? value : [before, value].flat();
  }
  return { fields, file: null };
}

/** The chunks of an uploaded file; the parser's error about a body that ends too early in our words. */
async function* wholeFile(file: Readable, field: string): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch {
    throw new BodyError(400, 'The upload was cut off. Please upload the file again.', field);
  }
}
