import { Box, Button, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { quoted } from '../data/isolated.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Notice } from './notice.tsx';
import { wordings } from './wordings.ts';

const { details, list, loadName, restore } = calls.campaigns;

/** Says on a campaign's screens that it is deleted, and restores it; nothing for a campaign in use. */
export function DeletedNotice({ campaign }: { campaign: number }) {
  const { data } = useCall(details, { campaign });
  if (data?.active !== '0') return null;
  return (
    <Deleted
      thing={{ campaign, isTemplate: false }}
      name={data.name}
      title={wordings.deletedNotice.thisCampaignIsDeleted}
    >
      {wordings.deletedNotice.itsKeywordAndApiCalls}
    </Deleted>
  );
}

/** As {@link DeletedNotice}, of a template: somebody deleted it while it is open in an editor. */
export function DeletedTemplateNotice({ template }: { template: number }) {
  const thing = { campaign: template, isTemplate: true };
  const { data } = useCall(loadName, thing);
  if (data?.active !== '0') return null;
  return (
    <Deleted thing={thing} name={data.name} title={wordings.deletedNotice.thisTemplateIsDeleted}>
      {wordings.deletedNotice.whatYouWriteIsStillSaved}
    </Deleted>
  );
}

type DeletedProps = {
  thing: { campaign: number; isTemplate: boolean };
  name: string;
  title: string;
  children: string;
};

function Deleted({ thing, name, title, children }: DeletedProps) {
  const restoring = useAction(restore, {
    invalidates: [details, list, loadName, calls.keyword.load, calls.templates.list],
    notice: (_reply, _form, message) => message || `${quoted(name)} restored`,
  });
  return (
    <Box mb="md">
      <Notice tone="warning" title={title}>
        <Stack align="start" gap="xs">
          {children}
          <Button variant="default" loading={restoring.isPending} onClick={() => restoring.mutate(thing)}>
            {wordings.deletedNotice.restore}
          </Button>
        </Stack>
      </Notice>
    </Box>
  );
}
