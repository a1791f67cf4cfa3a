import { Menu } from '@mantine/core';
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { MenuDropdown } from './menu-dropdown.tsx';

type ButtonProps = {
  id?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
  'data-expanded'?: true | undefined;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
};

type ButtonMenuProps = {
  /** The button that opens it. */
  button: (ref: RefObject<HTMLButtonElement | null>) => ReactElement<ButtonProps>;
  children: ReactNode;
};

/**
 * A button and the menu below it. An item is gone once it is chosen: the dialog that it opens gives the focus
 * back to the button. The menu is made when somebody comes near its button: a list has one in every row.
 */
export function ButtonMenu({ button, children }: ButtonMenuProps) {
  const ref = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isMade, setMade] = useState(false);
  const [opened, setOpened] = useState(false);
  const make = () => setMade(true);
  return (
    <>
      {cloneElement(button(ref), {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened,
        'aria-controls': opened ? `${id}-dropdown` : undefined,
        'data-expanded': opened || undefined,
        onPointerEnter: make,
        onFocus: make,
        onClick: () => {
          make();
          setOpened(!opened);
        },
      })}
      {isMade && (
        <Menu id={id} opened={opened} onChange={setOpened}>
          <Menu.Target>
            <Place of={ref} />
          </Menu.Target>
          <MenuDropdown onClick={() => ref.current?.focus()}>{children}</MenuDropdown>
        </Menu>
      )}
    </>
  );
}

type PlaceProps = { of: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement> };

/** Tells the menu which button it belongs to. */
function Place({ of, ref }: PlaceProps) {
  useImperativeHandle(ref, () => of.current as HTMLButtonElement, [of]);
  return null;
}
