import { Box } from '@mantine/core';
import { formatDate } from '../../kit/date-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { wordings } from './wordings.ts';

/** Above a map whose counts would reach further back, had the account kept its answers. */
export function KeptCounts({ goneBefore }: { goneBefore: string }) {
  if (goneBefore === '') return null;
  return (
    <Box mb="xs">
      <Notice>{wordings.keptCounts.since(formatDate(goneBefore, 'UTC', 'date'))}</Notice>
    </Box>
  );
}
