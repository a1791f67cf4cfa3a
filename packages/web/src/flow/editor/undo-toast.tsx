import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showToast } from '../../data/toasts.ts';
import { wordings } from './wordings.ts';

const SHOWN_MS = 10_000;

/**
 * Says what was done and offers to take it back; `watch` tells when there is nothing to take back any more,
 * and answers how to end that.
 */
export function showUndo(message: string, undo: () => void, watch: (over: () => void) => () => void): void {
  let end = () => {};
  const id = showToast({
    color: 'gray',
    autoClose: SHOWN_MS,
    onClose: () => end(),
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text className="clamp-2">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          {wordings.shared.undo}
        </Button>
      </Group>
    ),
  });
  end = watch(() => notifications.hide(id));
}
