/** The places of the product, as the drawer, the command palette and the shortcuts name them. */
import {
  IconAddressBook,
  IconCalendar,
  IconChartBar,
  IconDeviceMobileMessage,
  IconHome,
  IconInbox,
  IconMessage2,
  IconSettings,
  IconTools,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { common } from '../kit/wordings.ts';
import { routeOf } from './route-table.ts';
import { wordings } from './wordings.ts';

export type Place = {
  label: string;
  to: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** The second key of "g …". */
  goKey: string;
  /** Paths that belong to this place, for the mark in the drawer. */
  holds: RegExp;
};

/** Home, then the specification's four, in its order. */
export const mainPlaces: Place[] = [
  {
    label: wordings.places.home,
    to: '/welcome',
    icon: IconHome,
    goKey: 'h',
    holds: /^\/(welcome|quickstart)/i,
  },
  {
    label: common.campaigns,
    to: '/campaign/manage',
    icon: IconMessage2,
    goKey: 'c',
    holds: /^\/($|campaign|blast)/i,
  },
  {
    label: common.lists,
    to: '/lists',
    icon: IconAddressBook,
    goKey: 'l',
    holds: /^\/(lists|segments|optouts)/i,
  },
  { label: wordings.places.reporting, to: '/report', icon: IconChartBar, goKey: 'r', holds: /^\/report/i },
  {
    label: common.tools,
    to: '/tools',
    icon: IconTools,
    goKey: 't',
    holds: /^\/(tools$|links|approvals|in-doubt|tagmanager|automata\/(manager|editor|history)|char|admin)/i,
  },
];

const further: Place[] = [
  { label: common.inbox, to: '/inbox', icon: IconInbox, goKey: 'i', holds: /^\/inbox/i },
  {
    label: common.calendar,
    to: '/automata/calendar',
    icon: IconCalendar,
    goKey: 'd',
    holds: /^\/automata\/calendar/i,
  },
  {
    label: wordings.shared.qaTool,
    to: '/tools/phone',
    icon: IconDeviceMobileMessage,
    goKey: 'p',
    holds: /^\/tools\/phone/i,
  },
  {
    label: wordings.places.settings,
    to: '/account',
    icon: IconSettings,
    goKey: 's',
    holds: /^\/(account|channels)/i,
  },
];

/** What we add, as far as it has a screen. */
export const furtherPlaces: Place[] = further.filter((place) => routeOf(place.to));
