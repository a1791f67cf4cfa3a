import { Text, Title } from '@mantine/core';
import type { MenuEntry } from './entries.ts';
import classes from './entry-cards.module.css';
import { MenuLink } from './menu-link.tsx';

/** Places to go on to, each with what it is for. */
export function EntryCards({ entries }: { entries: MenuEntry[] }) {
  return (
    <div className={classes.grid}>
      {entries.map((entry) => (
        <EntryCard key={entry.to} {...entry} />
      ))}
    </div>
  );
}

function EntryCard({ label, about, to, icon: Icon }: MenuEntry) {
  return (
    <div className={`card card-link ${classes.card}`}>
      <span className={classes.icon}>
        <Icon size={22} stroke={1.5} />
      </span>
      <div>
        <Title order={2} className={classes.title}>
          <MenuLink to={to} className="cover">
            {label}
          </MenuLink>
        </Title>
        <Text c="dimmed">{about}</Text>
      </div>
    </div>
  );
}
