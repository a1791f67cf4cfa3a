import { ActionIcon, Menu } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The "⋯" menu of a row or card: `<RowMenu of="Spring sale"><Menu.Item>…</Menu.Item></RowMenu>`. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Options for ${of}`}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={SCREEN.menuMaxHeight} style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
