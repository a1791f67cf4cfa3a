import { Box } from '@mantine/core';
import { useKeptSince } from '../data/use-kept-since.ts';
import { formatDate } from '../kit/date-text.tsx';
import { Notice } from '../kit/notice.tsx';
import type { Scope } from './range.ts';
import { wordings } from './wordings.ts';

/** Above a report whose days begin before what is kept: since when lists have all. Nothing otherwise. */
export function KeptNotice({ scope }: { scope: Scope }) {
  const since = useKeptSince('answers', 'clicks', 'messages');
  if (since.slice(0, 10) <= scope.from) return null;
  const words = wordings.keptNotice;
  const day = formatDate(since, 'UTC', 'date');
  return (
    <Box mb="md">
      <Notice>{scope.segment > 0 ? words.sinceOfSegment(day) : words.since(day)}</Notice>
    </Box>
  );
}
