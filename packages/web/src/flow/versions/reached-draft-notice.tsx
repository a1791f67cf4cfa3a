import { Box } from '@mantine/core';
import { useMaySend } from '../../account/sender-only.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useVersionPage } from './use-flow-versions.ts';
import { wordings } from './wordings.ts';

/** An author doesn’t change a draft that people get: why, and what to do about it. */
export function ReachedDraftNotice() {
  const { data } = useVersionPage();
  const maySend = useMaySend();
  if (maySend || !data?.isDraftReached) return null;
  return (
    <Box mb="md">
      <Notice tone="warning" title={wordings.reachedDraft.title}>
        {wordings.reachedDraft.about}
      </Notice>
    </Box>
  );
}
