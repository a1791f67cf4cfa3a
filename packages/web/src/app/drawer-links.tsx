import { ActionIcon, Menu, NavLink } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import classes from './drawer-links.module.css';
import { HOME_ENTRIES, type MenuEntry, TOOL_ENTRIES } from './entries.ts';
import { MenuLink } from './menu-link.tsx';
import { furtherPlaces, mainPlaces, type Place } from './places.ts';
import { WaitingBadge } from './waiting-badge.tsx';
import { wordings } from './wordings.ts';

/** The menus beside a place of the drawer (access-and-reports, 2.2). */
const MENUS: Record<string, { label: string; entries: MenuEntry[] }> = {
  '/campaign/manage': { label: wordings.drawerLinks.homeMenu, entries: HOME_ENTRIES },
  '/tools': { label: wordings.drawerLinks.toolsMenu, entries: TOOL_ENTRIES },
};

export function DrawerLinks({ pathname }: { pathname: string }) {
  return (
    <>
      {mainPlaces.map((place) => (
        <DrawerLink key={place.to} place={place} active={place.holds.test(pathname)} />
      ))}
      {furtherPlaces.length > 0 && <div className={classes.gap} />}
      {furtherPlaces.map((place) => (
        <DrawerLink key={place.to} place={place} active={place.holds.test(pathname)} />
      ))}
    </>
  );
}

function DrawerLink({ place: { label, to, icon: Icon }, active }: { place: Place; active: boolean }) {
  const menu = MENUS[to];
  return (
    <div className={classes.place}>
      <NavLink
        component={MenuLink}
        to={to}
        label={label}
        leftSection={<Icon size={20} stroke={1.5} />}
        rightSection={to === '/inbox' ? <WaitingBadge /> : undefined}
        active={active}
        aria-current={active ? 'page' : undefined}
        className={classes.link ?? ''}
      />
      {menu && <PlaceMenu {...menu} />}
    </div>
  );
}

function PlaceMenu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  return (
    <Menu width={208} position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className={classes.more ?? ''} aria-label={label}>
          <IconChevronDown size={16} />
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.to}
            component={MenuLink}
            to={entry.to}
            leftSection={<entry.icon size={16} stroke={1.5} />}
          >
            {entry.label}
          </Menu.Item>
        ))}
      </MenuDropdown>
    </Menu>
  );
}
