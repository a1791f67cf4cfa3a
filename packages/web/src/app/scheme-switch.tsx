import {
  ActionIcon,
  type MantineColorScheme,
  Menu,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { wordings } from './wordings.ts';

const CHOICES: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: wordings.schemeSwitch.light, icon: IconSun },
  { value: 'dark', label: wordings.schemeSwitch.dark, icon: IconMoon },
  { value: 'auto', label: wordings.schemeSwitch.matchSystem, icon: IconDeviceDesktop },
];

export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme('light');
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={wordings.schemeSwitch.theme}>
          {shown === 'dark' ? <IconMoon size={18} stroke={1.5} /> : <IconSun size={18} stroke={1.5} />}
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown>
        {CHOICES.map(({ value, label, icon: Icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === colorScheme}
            leftSection={<Icon size={16} />}
            rightSection={value === colorScheme ? <IconCheck size={16} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
      </MenuDropdown>
    </Menu>
  );
}
