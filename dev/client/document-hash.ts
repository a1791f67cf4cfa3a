import { createHash } from 'node:crypto';

/** Tells one OpenAPI document from another. */
export const documentHash = (document: unknown): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16);
