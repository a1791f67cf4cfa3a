import { Menu } from '@mantine/core';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { MenuDropdown } from './menu-dropdown.tsx';

type ButtonMenuProps = {
  /** The button that opens it. */
  button: (ref: RefObject<HTMLButtonElement | null>) => ReactElement;
  children: ReactNode;
};

/**
 * A button and the menu below it. An item is gone once it is chosen: the dialog that it opens gives the focus
 * back to the button.
 */
export function ButtonMenu({ button, children }: ButtonMenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>{button(ref)}</Menu.Target>
      <MenuDropdown onClick={() => ref.current?.focus()}>{children}</MenuDropdown>
    </Menu>
  );
}
