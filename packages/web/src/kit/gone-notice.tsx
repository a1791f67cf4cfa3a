import { Box } from '@mantine/core';
import { AskError } from '../data/ask.ts';
import { Notice } from './notice.tsx';
import { wordings } from './wordings.ts';

type GoneNoticeProps = {
  /** What it is, e.g. 'segment'. */
  what: string;
  /** Of reading it again; nothing is shown for any other failure than that it is not there. */
  error: unknown;
};

/** Somebody else has deleted what is being worked on: what is on the screen stays, and says so. */
export function GoneNotice({ what, error }: GoneNoticeProps) {
  if (!(error instanceof AskError && error.kind === 'unknown')) return null;
  return (
    <Box mb="md">
      <Notice tone="danger" title={wordings.goneNotice.wasDeleted(what)}>
        {wordings.goneNotice.cannotBeSaved}
      </Notice>
    </Box>
  );
}
