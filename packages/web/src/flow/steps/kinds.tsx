/** How each step type looks in the palette and on its card. */
import type { StepType } from '@parley/engine/flow.ts';
import {
  IconArrowsShuffle,
  IconBell,
  IconClock,
  IconCursorText,
  IconFlag,
  IconForms,
  IconGitBranch,
  IconMessage,
  IconPhoto,
  IconPlugConnected,
  IconQuestionMark,
  IconRefresh,
  IconTag,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { STEP_LABELS } from '../model/labels.ts';
import { wordings } from './wordings.ts';

export type StepKind = {
  /** As the palette names it. */
  label: string;
  /** One line: what it does. */
  help: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  group: 'Conversation' | 'Contact' | 'Logic' | 'Connections';
};

export const STEP_KINDS: Record<StepType, StepKind> = {
  STATEMENT: {
    label: STEP_LABELS.STATEMENT,
    help: wordings.kinds.sendATextAndGo,
    icon: IconMessage,
    group: 'Conversation',
  },
  ONESELECTION: {
    label: STEP_LABELS.ONESELECTION,
    help: wordings.kinds.multipleChoice,
    icon: IconQuestionMark,
    group: 'Conversation',
  },
  SHORTANSWER: {
    label: STEP_LABELS.SHORTANSWER,
    help: wordings.kinds.shortAnswer,
    icon: IconCursorText,
    group: 'Conversation',
  },
  TRAILER: {
    label: STEP_LABELS.TRAILER,
    help: wordings.kinds.sendALastText,
    icon: IconFlag,
    group: 'Conversation',
  },
  MMS: { label: STEP_LABELS.MMS, help: wordings.kinds.sendAPicture, icon: IconPhoto, group: 'Conversation' },
  CDF: { label: STEP_LABELS.CDF, help: wordings.kinds.saveAnAnswer, icon: IconTag, group: 'Contact' },
  OPTIN: {
    label: STEP_LABELS.OPTIN,
    help: wordings.kinds.addTheContact,
    icon: IconUserCheck,
    group: 'Contact',
  },
  NOTIFY: { label: wordings.shared.notification, help: STEP_LABELS.NOTIFY, icon: IconBell, group: 'Contact' },
  BRANCH: {
    label: STEP_LABELS.BRANCH,
    help: wordings.kinds.branchByRules,
    icon: IconGitBranch,
    group: 'Logic',
  },
  INTERVAL: {
    label: STEP_LABELS.INTERVAL,
    help: wordings.kinds.waitBeforeTheNextStep,
    icon: IconClock,
    group: 'Logic',
  },
  BATCHCP: {
    label: STEP_LABELS.BATCHCP,
    help: wordings.kinds.goOnInAnotherCampaign,
    icon: IconArrowsShuffle,
    group: 'Logic',
  },
  RESET: {
    label: wordings.kinds.dripMarketingReset,
    help: wordings.kinds.loopSecurityReset,
    icon: IconRefresh,
    group: 'Logic',
  },
  API: {
    label: STEP_LABELS.API,
    help: wordings.kinds.callAnotherSystem,
    icon: IconPlugConnected,
    group: 'Connections',
  },
  AUX: {
    label: STEP_LABELS.AUX,
    help: wordings.kinds.keywordBlastOrApi,
    icon: IconForms,
    group: 'Connections',
  },
};

/** The palette's order. */
export const PALETTE_ORDER = Object.keys(STEP_KINDS) as StepType[];
export const GROUP_ORDER: StepKind['group'][] = ['Conversation', 'Contact', 'Logic', 'Connections'];

/** Types whose content a question template can replace. */
export const isQuestionType = (type: StepType) => type === 'ONESELECTION' || type === 'SHORTANSWER';
