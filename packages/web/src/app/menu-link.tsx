import { Link, type LinkProps } from 'react-router';
import { root } from './root-element.ts';

/** A link of the menus: within the app, or loading the whole page in legacy mode. */
export function MenuLink(props: LinkProps) {
  return <Link {...props} reloadDocument={root.legacy} />;
}
