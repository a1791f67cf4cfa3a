import { Box } from '@mantine/core';
import { calls } from '@parley/contract';
import { useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { wordings } from './wordings.ts';

const ASK_EVERY_MS = 15_000;

type Recency = { asOf: string } | undefined;

/** Above a report whose figures lag behind: up to when they are whole. Nothing otherwise. */
export function RecencyNotice() {
  const { data } = useCall(
    calls.reports.recency,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => ((state.data as Recency)?.asOf ? ASK_EVERY_MS : false) },
  );
  if (!data?.asOf) return null;
  return (
    <Box mb="md">
      <Notice>
        <Filled words={wordings.recencyNotice.asOf} parts={{ moment: <DateText at={data.asOf} span /> }} />
      </Notice>
    </Box>
  );
}
