import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../data/session.ts';
import { runShortcut, type Shortcut, useShortcut, useShortcutList } from '../kit/shortcuts.ts';
import { furtherPlaces, mainPlaces, type Place } from './places.ts';

/** Runs the keyboard shortcuts of the page and lists them when `?` is pressed. */
export function ShortcutHelp() {
  const [opened, help] = useDisclosure(false);
  const shortcuts = useShortcutList((list) => list.shortcuts);
  const signedIn = useSession((session) => session.status === 'in');

  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
  useShortcut('?', 'This list', help.open, true);
  useShortcut('/', 'Search on this screen', focusSearch, true);

  return (
    <>
      {signedIn &&
        [...mainPlaces, ...furtherPlaces].map((place) => <GoShortcut key={place.to} place={place} />)}
      <Modal opened={opened} onClose={help.close} title={<Text fw={600}>Keyboard shortcuts</Text>}>
        <Stack gap="xs">
          {signedIn && <Row keys={['Ctrl or ⌘', 'K']} label="Search and commands" />}
          {inForce(shortcuts).map(({ keys, label }) => (
            <Row key={keys + label} keys={keys.split(' ')} label={label} />
          ))}
          <Row keys={['Space', '↑ ↓']} label="Pick up a row or step by its handle, move it; Space drops it" />
        </Stack>
      </Modal>
    </>
  );
}

/** Of several with the same keys the one that runs. */
function inForce(shortcuts: readonly Shortcut[]): Shortcut[] {
  return [...new Map(shortcuts.map((shortcut) => [shortcut.keys, shortcut])).values()];
}

function GoShortcut({ place }: { place: Place }) {
  const navigate = useNavigate();
  useShortcut(`g ${place.goKey}`, `Go to ${place.label}`, () => void navigate(place.to), true);
  return null;
}

function Row({ keys, label }: { keys: string[]; label: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text>{label}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Group>
    </Group>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
}
