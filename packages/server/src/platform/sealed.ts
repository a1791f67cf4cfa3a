/** Values that travel to a browser and back: it can neither read nor change them, and nothing is stored. */
import { type Secrets, UnreadableSecret } from './secrets.ts';

/** `purpose`: what it is, so that one that was made for something else is worth nothing. */
export const seal = (secrets: Secrets, purpose: string, value: object): string =>
  secrets.encrypt(JSON.stringify({ is: purpose, ...value })).toString('base64url');

/** What {@link seal} was given; null: it is none of ours, or was made for another purpose. */
export function unseal<T extends object>(secrets: Secrets, purpose: string, sealed: string): T | null {
  try {
    const value: unknown = JSON.parse(secrets.decrypt(Buffer.from(sealed, 'base64url')));
    const isOurs = typeof value === 'object' && value !== null && 'is' in value && value.is === purpose;
    return isOurs ? (value as unknown as T) : null;
  } catch (error) {
    if (error instanceof UnreadableSecret || error instanceof SyntaxError) return null;
    throw error;
  }
}
