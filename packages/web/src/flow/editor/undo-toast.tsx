import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { showToast } from '../../data/toasts.ts';

const SHOWN_MS = 10_000;

/** Says what was done and offers to take it back. */
export function showUndo(message: string, undo: () => void): void {
  const id = showToast({
    color: 'gray',
    autoClose: SHOWN_MS,
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
          Undo
        </Button>
      </Group>
    ),
  });
}
