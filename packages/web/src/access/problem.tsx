import { wordsOf } from '../data/toasts.ts';
import { Notice } from '../kit/notice.tsx';

/** Why the last try failed, at the place where the person looks; nothing without an error. */
export function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return <Notice tone="danger">{wordsOf(error)}</Notice>;
}
