import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '../data/session.ts';
import { focusSearch } from '../kit/search-box.tsx';
import { runShortcut, type Shortcut, useShortcut, useShortcutList } from '../kit/shortcuts.ts';
import { isMac } from './command-palette.tsx';
import { furtherPlaces, mainPlaces, type Place } from './places.ts';
import classes from './shortcut-help.module.css';
import { wordings } from './wordings.ts';

/** Runs the keyboard shortcuts of the page and lists them when `?` is pressed. */
export function ShortcutHelp() {
  const [opened, help] = useDisclosure(false);
  const shortcuts = useShortcutList((list) => list.shortcuts);
  const signedIn = useSession((session) => session.status === 'in');

  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
  useShortcut('?', wordings.shortcutHelp.thisList, help.open, true);
  useShortcut('/', wordings.shortcutHelp.searchOnThisScreen, focusSearch, true);

  const [own, general] = [false, true].map((isGeneral) =>
    inForce(shortcuts).filter((shortcut) => shortcut.isGeneral === isGeneral),
  ) as [Shortcut[], Shortcut[]];

  return (
    <>
      {signedIn &&
        [...mainPlaces, ...furtherPlaces].map((place) => <GoShortcut key={place.to} place={place} />)}
      <Modal opened={opened} onClose={help.close} title={wordings.shortcutHelp.keyboardShortcuts}>
        <Stack gap="xs">
          {own.length > 0 && <Title order={3}>{wordings.shortcutHelp.onThisScreen}</Title>}
          {own.map((shortcut) => (
            <ShortcutRow key={shortcut.keys} shortcut={shortcut} />
          ))}
          <Title order={3} mt={own.length > 0 ? 'xs' : 0}>
            {wordings.shortcutHelp.everywhere}
          </Title>
          {signedIn && <Row keys={[isMac ? '⌘' : 'Ctrl', 'K']} label={wordings.shared.searchAndCommands} />}
          {general.map((shortcut) => (
            <ShortcutRow key={shortcut.keys} shortcut={shortcut} />
          ))}
          <Row keys={['Space', '↑', '↓']} label={wordings.shortcutHelp.pickUpARow} />
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
  useShortcut(
    `g ${place.goKey}`,
    wordings.shortcutHelp.goTo(place.label),
    () => void navigate(place.to),
    true,
  );
  return null;
}

const ShortcutRow = ({ shortcut: { keys, label } }: { shortcut: Shortcut }) => (
  <Row keys={keys.split(' ')} label={label} />
);

function Row({ keys, label }: { keys: string[]; label: string }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text>{label}</Text>
      <Group gap={4} wrap="nowrap">
        {keys.map((key) => (
          <Kbd key={key} className={classes.key ?? ''}>
            {/^[a-z]$/.test(key) ? key.toUpperCase() : key}
          </Kbd>
        ))}
      </Group>
    </Group>
  );
}
