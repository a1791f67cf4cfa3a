/** Search and commands in one box: Ctrl or Cmd and K. */
import { Kbd, Loader, Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { calls } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import {
  IconAddressBook,
  IconAntennaBars5,
  IconCoins,
  IconKey,
  IconListCheck,
  IconLogout,
  IconMessage2,
  IconPlus,
  IconSearch,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType, KeyboardEvent } from 'react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { signOut } from '../data/session.ts';
import { useCall } from '../data/use-call.ts';
import { announce } from '../kit/announce.ts';
import { holdsTyped } from '../kit/holds-typed.ts';
import { common } from '../kit/wordings.ts';
import classes from './command-palette.module.css';
import { TOOL_ENTRIES } from './entries.ts';
import { furtherPlaces, mainPlaces } from './places.ts';
import { routeOf } from './route-table.ts';
import { wordings } from './wordings.ts';

const [store, spotlight] = createSpotlight();
const SELECTED = '.mantine-Spotlight-actionsList [data-selected]';
const FIRST = '.mantine-Spotlight-actionsList [data-action]';

const LIST = 'palette-list';

/**
 * Says to assistive technology what the library says by style alone: a search with a list of options, one of
 * them chosen. It moves its mark in the document, not in the state of a component.
 */
function usePaletteRoles(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const tell = () => {
      const search = document.querySelector('input.mantine-Spotlight-search');
      if (!search) return;
      const options = [...document.querySelectorAll(`#${LIST} [role="option"]`)];
      const chosen = options.find((option) => option.hasAttribute('data-selected')) ?? options[0];
      for (const [index, option] of options.entries()) {
        option.id = `${LIST}-${index}`;
        option.setAttribute('aria-selected', String(option === chosen));
      }
      if (chosen) search.setAttribute('aria-activedescendant', chosen.id);
      else search.removeAttribute('aria-activedescendant');
    };
    tell();
    const observer = new MutationObserver(tell);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['data-selected'] });
    return () => observer.disconnect();
  }, [isOpen]);
}

/** The first row is the one that Enter takes, until the arrows move on; the style sheet shows it so. */
function selectFirst(): void {
  document.querySelector(SELECTED)?.removeAttribute('data-selected');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function takeFirst(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || document.querySelector(SELECTED)) return;
  document.querySelector<HTMLElement>(FIRST)?.click();
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
const KEYS = isMac ? wordings.commandPalette.k : wordings.commandPalette.ctrlK;

export function PaletteButton() {
  return (
    <UnstyledButton
      className={classes.button}
      onClick={spotlight.open}
      aria-label={wordings.commandPalette.searchOrGo(KEYS)}
    >
      <IconSearch size={16} />
      <Text className={classes.words} c="dimmed">
        {wordings.commandPalette.searchOrGoOpens}
      </Text>
      <Kbd size="xs" className={classes.keys}>
        {KEYS}
      </Kbd>
    </UnstyledButton>
  );
}

type Command = { label: string; to: string; icon: ComponentType<{ size?: number; stroke?: number }> };

const FURTHER_COMMANDS: Command[] = [
  { label: wordings.shared.createCampaign, to: '/campaign/templates', icon: IconPlus },
  ...TOOL_ENTRIES.filter(({ to }) => !furtherPlaces.some((place) => place.to === to)),
  { label: wordings.commandPalette.quickStart, to: '/quickstart', icon: IconListCheck },
  { label: wordings.shared.channels, to: '/channels', icon: IconAntennaBars5 },
  { label: common.credits, to: '/account/credits', icon: IconCoins },
  { label: wordings.shared.apiCredentials, to: '/account/credentials', icon: IconKey },
  { label: wordings.shared.webhooks, to: '/account/webhooks', icon: IconWebhook },
];

const COMMANDS = [...mainPlaces, ...furtherPlaces, ...FURTHER_COMMANDS.filter(({ to }) => routeOf(to))];

/** The rows under their headings: what was found, and the commands that have the words. */
function useGroups(found: ReturnType<typeof useFound>, query: string) {
  const navigate = useNavigate();
  const actionOf = ({ label, to, icon: Icon }: Command, group: string): SpotlightActionData => ({
    id: `${group}:${to}`,
    label,
    role: 'option',
    leftSection: <Icon size={18} stroke={1.5} />,
    onClick: () => void navigate(to),
  });
  const leave = async () => {
    if (await signOut()) await navigate('/signin');
  };
  const commands = COMMANDS.map((command) => actionOf(command, wordings.commandPalette.goTo));
  commands.push({
    id: 'logout',
    label: wordings.shared.logout,
    role: 'option',
    leftSection: <IconLogout size={18} stroke={1.5} />,
    onClick: () => void leave(),
  });
  return [
    {
      group: common.campaigns,
      actions: found.campaigns.map((command) => actionOf(command, common.campaigns)),
    },
    { group: common.lists, actions: found.lists.map((command) => actionOf(command, common.lists)) },
    {
      group: wordings.commandPalette.goTo,
      actions: commands.filter(({ label }) => holdsTyped(label ?? '', query)),
    },
  ].filter(({ actions }) => actions.length > 0);
}

export function CommandPalette() {
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query.trim(), PAUSES_MS.searchDebounce);
  const found = useFound(search);
  // Also in the moment before the question is asked: what is not looked for yet is not missing.
  const isSearching = found.isPending || query.trim() !== search;
  const [isOpen, opening] = useDisclosure(false);
  usePaletteRoles(isOpen);
  const groups = useGroups(found, query);
  const count = groups.reduce((sum, { actions }) => sum + actions.length, 0);
  useEffect(() => {
    if (search !== '' && !isSearching) announce(wordings.commandPalette.found(count));
  }, [search, isSearching, count]);
  return (
    <Spotlight
      store={store}
      shortcut={wordings.commandPalette.modK}
      // Stays where it is while what is found comes and goes.
      centered={false}
      yOffset="12vh"
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      onSpotlightOpen={() => {
        opening.open();
        selectFirst();
      }}
      onSpotlightClose={opening.close}
      classNames={{
        search: classes.search ?? '',
        actionsList: classes.list ?? '',
        actionsGroup: classes.group ?? '',
        action: classes.action ?? '',
      }}
      attributes={{
        content: { 'aria-label': wordings.shared.searchAndCommands },
      }}
      // The library takes the list's id from here alone.
      scrollAreaProps={{ id: LIST, role: 'listbox', 'aria-label': wordings.commandPalette.whatWasFound }}
      query={query}
      onQueryChange={(typed) => {
        setQuery(typed);
        selectFirst();
      }}
      actions={groups}
      filter={(_, actions) => actions}
      nothingFound={isSearching ? wordings.commandPalette.searching : wordings.commandPalette.nothingFound}
      searchProps={{
        placeholder: wordings.commandPalette.searchCampaignsAndLists,
        'aria-label': wordings.shared.searchAndCommands,
        role: 'combobox',
        'aria-expanded': count > 0,
        'aria-controls': count > 0 ? LIST : undefined,
        'aria-autocomplete': 'list',
        onKeyDown: takeFirst,
        leftSection: isSearching ? <Loader size={16} /> : <IconSearch size={18} />,
      }}
      scrollable
      maxHeight={400}
    />
  );
}

const SHOWN = 6;

/** Campaigns and lists whose name or keyword has these words. */
function useFound(search: string) {
  const enabled = search !== '';
  const campaigns = useCall(
    calls.campaigns.list,
    { start: 0, search, length: SHOWN, show: 'active', runsOf: undefined },
    { enabled },
  );
  const lists = useCall(calls.lists.list, { filter: '', search }, { enabled });
  return {
    isPending: enabled && (campaigns.isPending || lists.isPending),
    campaigns: (enabled ? (campaigns.data?.campaigns ?? []) : []).map(
      ({ id, name }): Command => ({ label: name, to: `/campaign/editor/${id}`, icon: IconMessage2 }),
    ),
    lists: (enabled ? (lists.data?.lists ?? []) : [])
      .slice(0, SHOWN)
      .map(({ id, name }): Command => ({ label: name, to: `/lists/members/${id}`, icon: IconAddressBook })),
  };
}
