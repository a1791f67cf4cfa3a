/** What the Home menu and the Tools menu lead to, in the drawer and as the pages /campaignmenu and /tools. */
import {
  IconAdjustments,
  IconAntennaBars5,
  IconCalendarRepeat,
  IconChartPie,
  IconChecklist,
  IconCoins,
  IconDeviceMobileMessage,
  IconHandStop,
  IconHeartbeat,
  IconHelpCircle,
  IconHistory,
  IconKey,
  IconLink,
  IconListDetails,
  IconPhoneCheck,
  IconPlus,
  IconTag,
  IconTypography,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export type MenuEntry = {
  label: string;
  about: string;
  to: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
};

export const HOME_ENTRIES: MenuEntry[] = [
  {
    label: wordings.shared.createCampaign,
    about: wordings.entries.startFromATemplate,
    to: '/campaign/templates',
    icon: IconPlus,
  },
  {
    label: wordings.entries.manageCampaign,
    about: wordings.entries.editSendAndCopy,
    to: '/campaign/manage',
    icon: IconListDetails,
  },
];

/** The specification's three first, in its order; then what we add. */
export const TOOL_ENTRIES: MenuEntry[] = [
  {
    label: wordings.entries.automataManager,
    about: wordings.entries.scheduledSendsThatRepeat,
    to: '/automata/manager',
    icon: IconCalendarRepeat,
  },
  {
    label: common.tagManager,
    about: wordings.entries.theDetailsYouKeepAbout,
    to: '/TagManager',
    icon: IconTag,
  },
  {
    label: wordings.shared.qaTool,
    about: wordings.entries.testPhones,
    to: '/tools/phone',
    icon: IconDeviceMobileMessage,
  },
  {
    label: wordings.entries.segments,
    about: wordings.entries.peoplePickedBy,
    to: '/segments',
    icon: IconChartPie,
  },
  {
    label: common.shortLinks,
    about: wordings.entries.trackableLinks,
    to: '/links',
    icon: IconLink,
  },
  {
    label: common.optOuts,
    about: wordings.entries.whoOptedOut,
    to: '/optouts',
    icon: IconHandStop,
  },
  {
    label: common.approvals,
    about: wordings.entries.blastsYourTeam,
    to: '/approvals',
    icon: IconChecklist,
  },
  {
    label: wordings.entries.unconfirmed,
    about: wordings.entries.messagesTheCarrierNeverConfirmed,
    to: '/in-doubt',
    icon: IconHelpCircle,
  },
  {
    label: wordings.entries.textStyling,
    about: wordings.entries.boldAndItalicLetters,
    to: '/char/format',
    icon: IconTypography,
  },
  {
    label: wordings.entries.carrierLookup,
    about: wordings.entries.lookUpANumbersCarrier,
    to: '/admin/phone/lookup',
    icon: IconPhoneCheck,
  },
];

/** What My Account leads on to. */
export const SETTINGS_ENTRIES: MenuEntry[] = [
  {
    label: wordings.shared.channels,
    about: wordings.entries.theNumbersYouSend,
    to: '/channels',
    icon: IconAntennaBars5,
  },
  { label: common.credits, about: wordings.entries.whatYouveAdded, to: '/account/credits', icon: IconCoins },
  {
    label: wordings.shared.apiCredentials,
    about: wordings.entries.keysForProgramsThatTrigger,
    to: '/account/credentials',
    icon: IconKey,
  },
  {
    label: wordings.shared.webhooks,
    about: wordings.entries.tellOtherPrograms,
    to: '/account/webhooks',
    icon: IconWebhook,
  },
  {
    label: wordings.entries.preferencePage,
    about: wordings.entries.wherePeopleChoose,
    to: '/account/preferences',
    icon: IconAdjustments,
  },
];

/** For owners, beside those. */
export const HISTORY_ENTRY: MenuEntry = {
  label: wordings.entries.history,
  about: wordings.entries.everythingYourTeamHasDone,
  to: '/account/history',
  icon: IconHistory,
};

/** For those who run the installation. */
export const SYSTEM_ENTRY: MenuEntry = {
  label: wordings.entries.system,
  about: wordings.entries.howAllOfThisIsDoing,
  to: '/account/system',
  icon: IconHeartbeat,
};
