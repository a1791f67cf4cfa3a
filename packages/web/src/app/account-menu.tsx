import { ActionIcon, Avatar, Button, Group, Menu } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconHome, IconKey, IconLogout, IconSwitchHorizontal, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { showAccount } from '../data/ask.ts';
import { signOut } from '../data/session.ts';
import { showFailure } from '../data/toasts.ts';
import { useAccount } from '../data/use-account.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { MenuLink } from './menu-link.tsx';
import { routeOf } from './route-table.ts';
import { wordings } from './wordings.ts';

const MINUTE_MS = 60_000;

export function AccountMenu() {
  const { data: account } = useAccount();
  const navigate = useNavigate();
  const leave = async () => {
    if (await signOut()) await navigate('/signin');
  };
  return (
    <Menu width={224}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          radius="xl"
          aria-label={wordings.accountMenu.accountMenu}
        >
          <Avatar size={30} radius="xl" color="teal" variant="filled">
            {account?.email.charAt(0).toUpperCase()}
          </Avatar>
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown>
        {account && (
          <Menu.Label className="clamp-2" title={account.email}>
            {account.email}
          </Menu.Label>
        )}
        <AccountLink to="/welcome" icon={<IconHome size={16} />} label={wordings.accountMenu.welcome} />
        <AccountLink to="/account" icon={<IconUser size={16} />} label={wordings.accountMenu.myAccount} />
        {routeOf('/account/credentials') && (
          <AccountLink
            to="/account/credentials"
            icon={<IconKey size={16} />}
            label={wordings.shared.apiCredentials}
          />
        )}
        <AccountChoices />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          {wordings.shared.logout}
        </Menu.Item>
      </MenuDropdown>
    </Menu>
  );
}

/** The other accounts of somebody who belongs to several. */
function AccountChoices() {
  const { data } = useCall(calls.team.accounts, {}, { staleTime: MINUTE_MS });
  // Everything on the page is about the account before: it begins anew.
  const change = useAction(calls.team.switchTo, {
    onSuccess: () => location.assign('/welcome'),
    onFailure: (error) => {
      showAccount(data?.accounts.find(({ isCurrent }) => isCurrent)?.id ?? null);
      showFailure(calls.team.switchTo, error);
    },
  });
  const switchTo = (account: number) => {
    // What the page still asks until the new one stands is not for the account before.
    showAccount(null);
    change.mutate({ account });
  };
  const others = data?.accounts.filter(({ isCurrent }) => !isCurrent) ?? [];
  if (others.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{wordings.accountMenu.switchTo}</Menu.Label>
      {others.map(({ id, name }) => (
        <Menu.Item key={id} leftSection={<IconSwitchHorizontal size={16} />} onClick={() => switchTo(id)}>
          {name}
        </Menu.Item>
      ))}
    </>
  );
}

function AccountLink({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <Menu.Item component={MenuLink} to={to} leftSection={icon}>
      {label}
    </Menu.Item>
  );
}

export function GuestLinks() {
  return (
    <Group gap="xs" wrap="nowrap">
      <Button component={MenuLink} to="/signup" variant="subtle" color="gray">
        {wordings.accountMenu.signUp}
      </Button>
      <Button component={MenuLink} to="/login" variant="default">
        {wordings.accountMenu.login}
      </Button>
    </Group>
  );
}
