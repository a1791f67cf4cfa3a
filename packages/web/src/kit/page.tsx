/** The frame every screen shares: the way up, title, one primary action at the right, content. */
import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import classes from './page.module.css';
import { wordings } from './wordings.ts';

export type Crumb = { label: string; to: string };

type PageProps = {
  title: string;
  /**
   * What is open in it, by its name: it comes first in the window's title. Undefined or empty while it is
   * loading.
   */
  of?: string | undefined;
  /** Instead of the title's text, e.g. an editable campaign name. */
  heading?: ReactNode;
  /** The way up. The title below it says where it ends. */
  crumbs?: Crumb[];
  /**
   * Ends the trail with the screen itself, as in Campaign Editor > Keyword Control (flows-and-lists, 2); it
   * does below a `heading` of its own.
   */
  namesItself?: boolean;
  /** One sentence under the title, when the screen needs one. */
  about?: ReactNode;
  /** The one primary action. */
  action?: ReactNode;
  /** Menus and marks to the left of the action. */
  tools?: ReactNode;
  /** `normal` reads like a document, `wide` holds grids and tables, `full` is the whole window (editors). */
  width?: 'normal' | 'wide' | 'full';
  /** The header stays in sight while the content scrolls; on a narrow screen its tools and action alone. */
  isSticky?: boolean;
  children: ReactNode;
};

export function Page({
  title,
  of = '',
  heading,
  crumbs = [],
  namesItself = heading !== undefined,
  about,
  action,
  tools,
  width = 'wide',
  isSticky = false,
  children,
}: PageProps) {
  useEffect(() => {
    document.title = wordings.page.parley(of === '' || of === title ? title : wordings.page.of(of, title));
  }, [title, of]);
  const header = useHeldRoom(isSticky);

  const trail = crumbs.length > 0 && (
    <nav aria-label={wordings.page.breadcrumb} className={classes.trail}>
      <Breadcrumbs separator="›" separatorMargin={6} className={classes.crumbs}>
        {crumbs.map((crumb) => (
          <Anchor key={crumb.to} component={Link} to={crumb.to} c="dimmed" size="sm">
            {crumb.label}
          </Anchor>
        ))}
        {namesItself && (
          <Text size="sm" c="dimmed" aria-current="page" className="clamp-1">
            {title}
          </Text>
        )}
      </Breadcrumbs>
    </nav>
  );
  return (
    <div className={classes.page} data-width={width}>
      {isSticky && trail}
      <header ref={header} className={classes.header} data-sticky={isSticky || undefined}>
        {!isSticky && trail}
        <div className={classes.heading}>
          {heading ?? (
            <Title order={1} className="clamp-2">
              {title}
            </Title>
          )}
        </div>
        {about && (
          <Text c="dimmed" className={classes.about ?? ''}>
            {about}
          </Text>
        )}
        {(tools || action) && (
          <Group gap="xs" className={classes.actions}>
            {tools}
            {action}
          </Group>
        )}
      </header>
      {children}
    </div>
  );
}

/** Of the bar at the top of the window. */
const BAR_PX = 56;

/**
 * Tells the style sheets where the room below a sticky header begins (`--page-top`), so that what is scrolled
 * to, or stays in sight beside it, is not covered.
 */
function useHeldRoom(isSticky: boolean) {
  const header = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const held = header.current;
    if (!isSticky || !held) return;
    const root = document.documentElement;
    let known = 0;
    const measure = () => {
      // On a narrow screen the header has no box of its own: its last row stays.
      const { offsetHeight: last = 0 } = (held.lastElementChild ?? held) as HTMLElement;
      const top = BAR_PX + (held.offsetHeight || last);
      if (top === known) return;
      known = top;
      root.style.setProperty('--page-top', `${top}px`);
    };
    const watch = new ResizeObserver(measure);
    watch.observe(held);
    if (held.lastElementChild) watch.observe(held.lastElementChild);
    measure();
    return () => {
      watch.disconnect();
      root.style.removeProperty('--page-top');
    };
  }, [isSticky]);
  return header;
}

/**
 * What the screen is about, by a name of any length: two lines of it, all of it in the tooltip, and its place
 * while it is loading.
 */
export const NameLine = ({ name }: { name: string | undefined }) => (
  <span className="clamp-2" title={name}>
    {name ?? '\u00a0'}
  </span>
);
