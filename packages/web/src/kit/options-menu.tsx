import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ButtonMenu } from './button-menu.tsx';

/**
 * The options menu of a screen, left of its primary action: `<OptionsMenu label="List Options"><Menu.Item>…`.
 */
export function OptionsMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ButtonMenu
      button={(ref) => (
        <Button ref={ref} variant="default" rightSection={<IconChevronDown size={16} />}>
          {label}
        </Button>
      )}
    >
      {children}
    </ButtonMenu>
  );
}
