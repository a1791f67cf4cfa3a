import { ActionIcon, Menu } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

/** The "⋯" menu of a row or card: `<RowMenu of="Spring sale"><Menu.Item>…</Menu.Item></RowMenu>`. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Options for ${of}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      {/* An item is gone once it is chosen: the dialog that it opens gives the focus back to the button. */}
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
