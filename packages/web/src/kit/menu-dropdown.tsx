import { Menu } from '@mantine/core';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import classes from './menu-dropdown.module.css';

/** Less than this below the edge is no item. */
const EDGE_PX = 8;

type MenuDropdownProps = { children: ReactNode; onClick?: () => void };

/**
 * What a menu opens: where it is too long for its height it scrolls, and an arrow says that more comes below.
 */
export function MenuDropdown({ children, onClick }: MenuDropdownProps) {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [hasMore, setHasMore] = useState(false);
  const look = useCallback(() => {
    if (box) setHasMore(box.scrollHeight - box.scrollTop - box.clientHeight > EDGE_PX);
  }, [box]);
  useEffect(() => {
    if (!box) return;
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, [box, look]);
  return (
    <Menu.Dropdown
      ref={setBox}
      mah={SCREEN.menuMaxHeight}
      className={classes.dropdown ?? ''}
      onScroll={look}
      {...(onClick && { onClick })}
    >
      {children}
      {hasMore && (
        <div className={classes.more} aria-hidden>
          <span data-more-below>
            <IconChevronDown size={16} />
          </span>
        </div>
      )}
    </Menu.Dropdown>
  );
}
