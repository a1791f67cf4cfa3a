import { Menu } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';

type ButtonMenuProps = {
  /** The button that opens it. */
  button: (ref: RefObject<HTMLButtonElement | null>) => ReactElement;
  children: ReactNode;
};

/** A button and the menu below it. An item is gone once it is chosen: the dialog that it opens gives the focus back to the button. */
export function ButtonMenu({ button, children }: ButtonMenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  return (
    <Menu>
      <Menu.Target>{button(ref)}</Menu.Target>
      <Menu.Dropdown
        mah={SCREEN.menuMaxHeight}
        style={{ overflowY: 'auto' }}
        onClick={() => ref.current?.focus()}
      >
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
