import { Button, Menu } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The options menu of a screen, left of its primary action: `<OptionsMenu label="List Options"><Menu.Item>…`. */
export function OptionsMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={SCREEN.menuMaxHeight} style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
