/** The two menus that the specification keeps as pages of their own: /campaignmenu and /tools. */
import { Text, Title } from '@mantine/core';
import {
  IconCalendarRepeat,
  IconDeviceMobileMessage,
  IconListDetails,
  IconPhoneCheck,
  IconPlus,
  IconTag,
  IconTypography,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Page } from '../kit/page.tsx';
import { MenuLink } from './menu-link.tsx';
import classes from './menus.module.css';
import { routeOf } from './route-table.ts';

type Entry = {
  label: string;
  about: string;
  to: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
};

const CAMPAIGN_ENTRIES: Entry[] = [
  { label: 'Create Campaign', about: 'Start from a template.', to: '/campaign/templates', icon: IconPlus },
  {
    label: 'Manage Campaign',
    about: 'All campaigns: edit, send, copy.',
    to: '/campaign/manage',
    icon: IconListDetails,
  },
];

const TOOL_ENTRIES: Entry[] = [
  {
    label: 'Automata manager',
    about: 'Sends that repeat by themselves: daily, weekly, monthly, yearly.',
    to: '/automata/manager',
    icon: IconCalendarRepeat,
  },
  {
    label: 'Tag Manager',
    about: 'The fields that you keep for each contact.',
    to: '/TagManager',
    icon: IconTag,
  },
  {
    label: 'QA Tool',
    about: 'Pretend phones: text a keyword and watch the campaign answer.',
    to: '/tools/phone',
    icon: IconDeviceMobileMessage,
  },
  {
    label: 'Text styling',
    about: 'Bold and italic letters for text messages.',
    to: '/char/format',
    icon: IconTypography,
  },
  {
    label: 'Carrier lookup',
    about: 'What is known of a phone number.',
    to: '/admin/phone/lookup',
    icon: IconPhoneCheck,
  },
];

export const CampaignMenu = () => <MenuPage title="Campaigns" entries={CAMPAIGN_ENTRIES} />;
export const ToolsMenu = () => (
  <MenuPage title="Tools" entries={TOOL_ENTRIES.filter(({ to }) => routeOf(to))} />
);

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
