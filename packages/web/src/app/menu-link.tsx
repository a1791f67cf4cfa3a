import { Link, type LinkProps } from 'react-router';
import { root } from './root-element.ts';

type MenuLinkProps = Omit<LinkProps, 'to'> & { to: string };

/** A link of the menus: within the app, or to a page of the older product in legacy mode. */
export function MenuLink({ to, ...props }: MenuLinkProps) {
  return root.legacy ? <a {...props} href={root.legacyPath + to} /> : <Link {...props} to={to} />;
}
