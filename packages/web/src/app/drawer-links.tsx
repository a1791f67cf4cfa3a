import { NavLink } from '@mantine/core';
import { useLocation } from 'react-router';
import classes from './drawer-links.module.css';
import { MenuLink } from './menu-link.tsx';
import { furtherPlaces, mainPlaces, type Place } from './places.ts';

export function DrawerLinks() {
  return (
    <>
      {mainPlaces.map((place) => (
        <DrawerLink key={place.to} place={place} />
      ))}
      {furtherPlaces.length > 0 && <div className={classes.gap} />}
      {furtherPlaces.map((place) => (
        <DrawerLink key={place.to} place={place} />
      ))}
    </>
  );
}

function DrawerLink({ place: { label, to, icon: Icon, holds } }: { place: Place }) {
  const { pathname } = useLocation();
  const active = holds.test(pathname);
  return (
    <NavLink
      component={MenuLink}
      to={to}
      label={label}
      leftSection={<Icon size={20} stroke={1.5} />}
      active={active}
      aria-current={active ? 'page' : undefined}
      className={classes.link ?? ''}
    />
  );
}
