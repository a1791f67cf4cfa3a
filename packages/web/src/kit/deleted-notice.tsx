import { Box, Button, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { quoted } from '../data/isolated.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Notice } from './notice.tsx';
import { wordings } from './wordings.ts';

const { details, list, restore } = calls.campaigns;

/** Says on a campaign's screens that it is deleted, and restores it; nothing for a campaign in use. */
export function DeletedNotice({ campaign }: { campaign: number }) {
  const { data } = useCall(details, { campaign });
  const restoring = useAction(restore, {
    invalidates: [details, list, calls.keyword.load],
    notice: (_reply, _form, message) => message || `${quoted(data?.name ?? '')} restored`,
  });
  if (data?.active !== '0') return null;
  return (
    <Box mb="md">
      <Notice tone="warning" title={wordings.deletedNotice.thisCampaignIsDeleted}>
        <Stack align="start" gap="xs">
          {wordings.deletedNotice.itsKeywordAndApiCalls}
          <Button
            variant="default"
            loading={restoring.isPending}
            onClick={() => restoring.mutate({ campaign })}
          >
            {wordings.deletedNotice.restore}
          </Button>
        </Stack>
      </Notice>
    </Box>
  );
}
