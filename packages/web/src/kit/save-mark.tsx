import { Anchor, Group, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import type { SaveStatus } from '../data/saver.ts';
import { wordsOf } from '../data/toasts.ts';
import classes from './save-mark.module.css';
import { common, wordings } from './wordings.ts';

type SaveMarkProps = {
  status: SaveStatus;
  onRetry: () => void;
  /** The catalogue's wording for this failure, e.g. 'Auto Save Changes Failed'. */
  fails?: string;
};

/** How a save stands, next to what is saved. Nothing while there is nothing to tell. */
export function SaveMark({ status, onRetry, fails }: SaveMarkProps) {
  return (
    <Group gap={6} wrap="nowrap" role="status" className={classes.mark ?? ''}>
      {(status.state === 'saving' || status.state === 'dirty') && (
        <>
          <Loader size={12} color="gray" aria-hidden />
          <Text c="dimmed">{wordings.saveMark.saving}</Text>
        </>
      )}
      {status.state === 'saved' && (
        <>
          <IconCheck size={16} color="var(--parley-accent-text)" aria-hidden />
          <Text c="dimmed">{wordings.saveMark.saved}</Text>
        </>
      )}
      {status.state === 'failed' && (
        <>
          <IconAlertCircle size={16} color="var(--mantine-color-error)" aria-hidden />
          <Text c="var(--mantine-color-error)">
            {[fails, wordsOf(status.error)].filter(Boolean).join(': ')}{' '}
            <Anchor component="button" type="button" onClick={onRetry} underline="always">
              {common.retry}
            </Anchor>
          </Text>
        </>
      )}
    </Group>
  );
}
