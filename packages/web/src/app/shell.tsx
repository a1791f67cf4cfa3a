import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { SCREEN } from '@parley/rules/limits.ts';
import { memo, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ConfirmItsYou } from '../access/confirm-dialog.tsx';
import { OtherAccount } from '../access/other-account.tsx';
import { SignInAgain } from '../access/sign-in-again.tsx';
import { useSession } from '../data/session.ts';
import { useDevice } from '../kit/use-device.ts';
import { AccountMenu, GuestLinks } from './account-menu.tsx';
import { Announcer } from './announcer.tsx';
import { AskBeforeLeaving } from './ask-before-leaving.tsx';
import { CommandPalette, PaletteButton } from './command-palette.tsx';
import { Credits } from './credits.tsx';
import { DrawerLinks } from './drawer-links.tsx';
import { LiveLight } from './live-light.tsx';
import { Logo } from './logo.tsx';
import { OutdatedNotice } from './outdated-notice.tsx';
import { PauseNotice } from './pause-notice.tsx';
import { root } from './root-element.ts';
import { routeOf } from './route-table.ts';
import { SchemeSwitch } from './scheme-switch.tsx';
import { useSettingsNews } from './settings-news.ts';
import classes from './shell.module.css';
import { ShortcutHelp } from './shortcut-help.tsx';
import { useThingNews } from './thing-news.ts';
import { wordings } from './wordings.ts';

/** The frame of every screen; what a screen notes behind the `?` of its address draws nothing of it again. */
export function Shell() {
  const { pathname } = useLocation();
  const isBusy = useNavigation().state !== 'idle';
  return <Frame pathname={pathname} isBusy={isBusy} />;
}

/** Top bar, drawer, content. */
const Frame = memo(function Frame({ pathname, isBusy }: { pathname: string; isBusy: boolean }) {
  const device = useDevice();
  const status = useSession((session) => session.status);
  const needsSession = (routeOf(pathname)?.access ?? 'session') === 'session';
  const signsInAgain = status === 'expired' && needsSession;
  const isElsewhere = status === 'elsewhere' && needsSession;
  const signedIn = status === 'in' || signsInAgain || isElsewhere;
  const [drawerOpen, drawer] = useDisclosure(false);
  const { close } = drawer;
  const burger = useRef<HTMLButtonElement>(null);
  // On a narrow window the drawer lies over the page, which waits beneath it; folded away it is out of sight,
  // and of reach.
  const covers = signedIn && drawerOpen && device !== 'desktop';
  const isFolded = !drawerOpen && device !== 'desktop';
  const fold = () => {
    close();
    burger.current?.focus();
  };
  useSettingsNews();
  useThingNews();
  useHotkeys(covers ? [['Escape', fold]] : []);

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
      data-device={device}
    >
      <a href="#content" className={classes.skip}>
        {wordings.shell.skipToContent}
      </a>
      <AppShell.Header className={classes.bar}>
        <Group gap="xs" wrap="nowrap" className={classes.start}>
          {signedIn && (
            <Burger
              ref={burger}
              opened={drawerOpen}
              onClick={drawer.toggle}
              className={classes.burger ?? ''}
              size="sm"
              aria-label={drawerOpen ? wordings.shell.closeTheMenu : wordings.shell.openTheMenu}
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
        <AppShell.Navbar
          className={classes.drawer ?? ''}
          maw={SCREEN.drawerWidth}
          inert={isFolded}
          aria-label={wordings.shell.main}
        >
          <DrawerLinks pathname={pathname} />
        </AppShell.Navbar>
      )}
      {covers && <div className={classes.veil} onClick={fold} aria-hidden />}
      <AppShell.Main
        id="content"
        tabIndex={-1}
        className={classes.main ?? ''}
        hidden={root.legacy}
        inert={covers}
      >
        <div className={classes.progress} data-busy={isBusy || undefined} aria-hidden />
        <OutdatedNotice />
        <Outlet />
      </AppShell.Main>
      {signedIn && <CommandPalette />}
      {signedIn && <PauseNotice />}
      <AskBeforeLeaving />
      <ConfirmItsYou />
      {signsInAgain && <SignInAgain />}
      {isElsewhere && <OtherAccount />}
      <ShortcutHelp />
      <Announcer />
      <ScrollRestoration getKey={({ pathname: path }) => path} />
    </AppShell>
  );
});
