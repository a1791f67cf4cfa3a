import { useKeptSince } from '../data/use-kept-since.ts';
import { BubbleBreak } from '../kit/bubble.tsx';
import { formatDate } from '../kit/date-text.tsx';
import { wordings } from './wordings.ts';

/** At the beginning of a conversation that may have begun earlier: since when its texts are kept. */
export function KeptTexts({ knownSince }: { knownSince: string }) {
  const since = useKeptSince('texts', 'messages');
  if (since <= knownSince) return null;
  return <BubbleBreak>{wordings.keptTexts.since(formatDate(since, 'UTC', 'date'))}</BubbleBreak>;
}
