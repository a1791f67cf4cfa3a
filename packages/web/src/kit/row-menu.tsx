import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonMenu } from './button-menu.tsx';
import { wordings } from './wordings.ts';

/** The "⋯" menu of a row or card: `<RowMenu of="Spring sale"><Menu.Item>…</Menu.Item></RowMenu>`. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  return (
    <ButtonMenu
      button={(ref) => (
        <ActionIcon ref={ref} variant="subtle" color="gray" aria-label={wordings.rowMenu.optionsFor(of)}>
          <IconDots size={18} />
        </ActionIcon>
      )}
    >
      {children}
    </ButtonMenu>
  );
}
