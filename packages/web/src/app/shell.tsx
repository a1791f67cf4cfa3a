import { AppShell, Burger, Group, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SCREEN } from '@parley/rules/limits.ts';
import { useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { useSession } from '../data/session.ts';
import { AccountMenu, GuestLinks } from './account-menu.tsx';
import { CommandPalette, PaletteButton } from './command-palette.tsx';
import { Credits } from './credits.tsx';
import { DrawerLinks } from './drawer-links.tsx';
import { LiveLight } from './live-light.tsx';
import { Logo } from './logo.tsx';
import { root } from './root-element.ts';
import { SchemeSwitch } from './scheme-switch.tsx';
import classes from './shell.module.css';
import { ShortcutHelp } from './shortcut-help.tsx';

/** The frame of every screen: top bar, drawer, content. */
export function Shell() {
  const signedIn = useSession((session) => session.status === 'in');
  const [drawerOpen, drawer] = useDisclosure(false);
  const { pathname } = useLocation();
  const isBusy = useNavigation().state !== 'idle';
  const { close } = drawer;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen folds the drawer away
  useEffect(close, [pathname]);

  return (
    <AppShell
      header={{ height: 56 }}
      {...(signedIn && {
        navbar: {
          width: SCREEN.drawerWidth,
          breakpoint: SCREEN.tabletBelow,
          collapsed: { mobile: !drawerOpen },
        },
      })}
      padding={0}
      withBorder={false}
    >
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <AppShell.Header className={classes.bar}>
        <Group gap="xs" wrap="nowrap" className={classes.start}>
          {signedIn && (
            <Burger
              opened={drawerOpen}
              onClick={drawer.toggle}
              className={classes.burger ?? ''}
              size="sm"
              aria-label={drawerOpen ? 'Close the menu' : 'Open the menu'}
              aria-expanded={drawerOpen}
            />
          )}
          <Logo />
        </Group>
        {signedIn && <PaletteButton />}
        <Group gap={4} wrap="nowrap" className={classes.end}>
          {signedIn && <LiveLight />}
          {signedIn && <Credits />}
          <SchemeSwitch />
          {signedIn ? <AccountMenu /> : <GuestLinks />}
        </Group>
      </AppShell.Header>
      {signedIn && (
        <AppShell.Navbar className={classes.drawer ?? ''} aria-label="Main">
          <DrawerLinks />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1} className={classes.main ?? ''} hidden={root.legacy}>
        <div className={classes.progress} data-busy={isBusy || undefined} aria-hidden />
        <Outlet />
      </AppShell.Main>
      {signedIn && <CommandPalette />}
      <ShortcutHelp />
      <Announcer pathname={pathname} />
      <ScrollRestoration getKey={({ pathname: path }) => path} />
    </AppShell>
  );
}

/** Tells screen readers which screen they are on now. */
function Announcer({ pathname }: { pathname: string }) {
  return (
    <VisuallyHidden role="status" aria-live="polite" key={pathname}>
      {document.title}
    </VisuallyHidden>
  );
}
