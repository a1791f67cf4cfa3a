import { calls } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { BubbleBreak } from '../kit/bubble.tsx';
import { formatDate } from '../kit/date-text.tsx';
import { wordings } from './wordings.ts';

/** At the beginning of a conversation that may have begun earlier: since when its texts are kept. */
export function KeptTexts({ knownSince }: { knownSince: string }) {
  const { data } = useCall(calls.retention.kept, {});
  const since = data?.kinds
    .filter(({ kind }) => kind === 'texts' || kind === 'messages')
    .map(({ since }) => since)
    .toSorted()
    .at(-1);
  if (!since || Date.parse(since) <= Date.parse(knownSince)) return null;
  return <BubbleBreak>{wordings.keptTexts.since(formatDate(since, 'UTC', 'date'))}</BubbleBreak>;
}
