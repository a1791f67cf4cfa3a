/** The two menus that the specification keeps as pages of their own: /campaignmenu and /tools. */
import { Text, Title } from '@mantine/core';
import { Page } from '../kit/page.tsx';
import { type Entry, HOME_ENTRIES, TOOL_ENTRIES } from './entries.ts';
import { MenuLink } from './menu-link.tsx';
import classes from './menus.module.css';

export const CampaignMenu = () => <MenuPage title="Campaigns" entries={HOME_ENTRIES} />;
export const ToolsMenu = () => <MenuPage title="Tools" entries={TOOL_ENTRIES} />;

function MenuPage({ title, entries }: { title: string; entries: Entry[] }) {
  return (
    <Page title={title}>
      <div className={classes.grid}>
        {entries.map((entry) => (
          <MenuCard key={entry.to} {...entry} />
        ))}
      </div>
    </Page>
  );
}

function MenuCard({ label, about, to, icon: Icon }: Entry) {
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
