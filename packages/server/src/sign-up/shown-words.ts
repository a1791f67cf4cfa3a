import type { SignUpPage } from '@parley/contract';
import { sha256 } from '../platform/secrets.ts';

/** What somebody reads before the button, as it is kept beside the consent, and its hash. */
export function shownWords({ headline, text, consent, button }: SignUpPage): { words: string; hash: Buffer } {
  const words = [headline, text, `☐ ${consent}`, `[${button}]`].filter((part) => part !== '').join('\n\n');
  return { words, hash: sha256(words) };
}
