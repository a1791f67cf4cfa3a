import { Box, Button, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { useAction, useCall } from '../data/use-call.ts';
import { Notice } from './notice.tsx';

const { details, list, restore } = calls.campaigns;

/** Says on a campaign's screens that it is deleted, and restores it; nothing for a campaign in use. */
export function DeletedNotice({ campaign }: { campaign: number }) {
  const { data } = useCall(details, { campaign });
  const restoring = useAction(restore, {
    invalidates: [details, list, calls.keyword.load],
    notice: (_reply, _form, message) => message || `“${data?.name}” restored`,
  });
  if (data?.active !== '0') return null;
  return (
    <Box mb="md">
      <Notice tone="warning" title="This campaign is deleted">
        <Stack align="start" gap="xs">
          Its keyword and its API calls start nothing, and it cannot be sent. What it did stays in the
          reports.
          <Button
            variant="default"
            loading={restoring.isPending}
            onClick={() => restoring.mutate({ campaign })}
          >
            Restore
          </Button>
        </Stack>
      </Notice>
    </Box>
  );
}
