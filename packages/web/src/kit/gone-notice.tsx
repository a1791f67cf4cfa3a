import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { AskError } from '../data/ask.ts';
import { Notice } from './notice.tsx';
import { wordings } from './wordings.ts';

type GoneNoticeProps = {
  /** What it is, e.g. 'segment'. */
  what: string;
  /** Of reading it again; nothing is shown for any other failure than that it is not there. */
  error: unknown;
  /** What that means here; absent: that it cannot be saved, and may be copied from. */
  children?: ReactNode;
};

/** It is not there, or no longer. */
export const isNotThere = (error: unknown): boolean => error instanceof AskError && error.kind === 'unknown';

/** Somebody else has deleted what is being worked on: what is on the screen stays, and says so. */
export function GoneNotice({ what, error, children = wordings.goneNotice.cannotBeSaved }: GoneNoticeProps) {
  if (!isNotThere(error)) return null;
  return (
    <Box mb="md">
      <Notice tone="danger" title={wordings.goneNotice.wasDeleted(what)}>
        {children}
      </Notice>
    </Box>
  );
}
