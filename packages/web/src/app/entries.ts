/** What the Home menu and the Tools menu lead to, in the drawer and as the pages /campaignmenu and /tools. */
import {
  IconAntennaBars5,
  IconCalendarRepeat,
  IconCoins,
  IconDeviceMobileMessage,
  IconHandStop,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconLink,
  IconListDetails,
  IconPhoneCheck,
  IconPlus,
  IconTag,
  IconTypography,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

export type Entry = {
  label: string;
  about: string;
  to: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
};

export const HOME_ENTRIES: Entry[] = [
  { label: 'Create Campaign', about: 'Start from a template.', to: '/campaign/templates', icon: IconPlus },
  {
    label: 'Manage Campaign',
    about: 'All campaigns: edit, send, copy.',
    to: '/campaign/manage',
    icon: IconListDetails,
  },
];

/** The specification's three first, in its order; then what we add. */
export const TOOL_ENTRIES: Entry[] = [
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
    about: 'Test phones: text a keyword and watch the campaign answer.',
    to: '/tools/phone',
    icon: IconDeviceMobileMessage,
  },
  {
    label: 'Short links',
    about: 'Links in texts that count their clicks, and who clicked.',
    to: '/links',
    icon: IconLink,
  },
  {
    label: 'Opt-outs',
    about: 'Numbers that get nothing more, doubtful texts, and muted conversations.',
    to: '/optouts',
    icon: IconHandStop,
  },
  {
    label: 'In doubt',
    about: 'Messages that may or may not have been sent: find out, and settle them.',
    to: '/in-doubt',
    icon: IconHelpCircle,
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

/** What My Account leads on to. */
export const SETTINGS_ENTRIES: Entry[] = [
  { label: 'Channels', about: 'The numbers you send from.', to: '/channels', icon: IconAntennaBars5 },
  { label: 'Credits', about: 'Where they came from and went.', to: '/account/credits', icon: IconCoins },
  {
    label: 'API Credentials',
    about: 'For programs that trigger campaigns.',
    to: '/account/credentials',
    icon: IconKey,
  },
];

/** For owners, beside those. */
export const HISTORY_ENTRY: Entry = {
  label: 'History',
  about: 'Who did what, and when.',
  to: '/account/history',
  icon: IconHistory,
};
