import { Button, Menu } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

/** The options menu of a screen, left of its primary action: `<OptionsMenu label="List Options"><Menu.Item>…`. */
export function OptionsMenu({ label, children }: { label: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>
        <Button ref={button} variant="default" rightSection={<IconChevronDown size={16} />}>
          {label}
        </Button>
      </Menu.Target>
      {/* As in a row's menu: the item that is chosen cannot take the focus back. */}
      <Menu.Dropdown
        mah={SCREEN.menuMaxHeight}
        style={{ overflowY: 'auto' }}
        onClick={() => button.current?.focus()}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
