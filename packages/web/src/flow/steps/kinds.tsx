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
  message: {
    label: STEP_LABELS.message,
    help: wordings.kinds.sendATextAndGo,
    icon: IconMessage,
    group: 'Conversation',
  },
  'choice-question': {
    label: STEP_LABELS['choice-question'],
    help: wordings.kinds.multipleChoice,
    icon: IconQuestionMark,
    group: 'Conversation',
  },
  'open-question': {
    label: STEP_LABELS['open-question'],
    help: wordings.kinds.shortAnswer,
    icon: IconCursorText,
    group: 'Conversation',
  },
  'final-message': {
    label: STEP_LABELS['final-message'],
    help: wordings.kinds.sendALastText,
    icon: IconFlag,
    group: 'Conversation',
  },
  mms: { label: STEP_LABELS.mms, help: wordings.kinds.sendAPicture, icon: IconPhoto, group: 'Conversation' },
  tag: { label: STEP_LABELS.tag, help: wordings.kinds.saveAnAnswer, icon: IconTag, group: 'Contact' },
  'opt-in': {
    label: STEP_LABELS['opt-in'],
    help: wordings.kinds.addTheContact,
    icon: IconUserCheck,
    group: 'Contact',
  },
  notification: {
    label: wordings.shared.notification,
    help: STEP_LABELS.notification,
    icon: IconBell,
    group: 'Contact',
  },
  branch: {
    label: STEP_LABELS.branch,
    help: wordings.kinds.branchByRules,
    icon: IconGitBranch,
    group: 'Logic',
  },
  wait: {
    label: STEP_LABELS.wait,
    help: wordings.kinds.waitBeforeTheNextStep,
    icon: IconClock,
    group: 'Logic',
  },
  switch: {
    label: STEP_LABELS.switch,
    help: wordings.kinds.goOnInAnotherCampaign,
    icon: IconArrowsShuffle,
    group: 'Logic',
  },
  'drip-reset': {
    label: wordings.kinds.dripMarketingReset,
    help: wordings.kinds.loopSecurityReset,
    icon: IconRefresh,
    group: 'Logic',
  },
  'api-call': {
    label: STEP_LABELS['api-call'],
    help: wordings.kinds.callAnotherSystem,
    icon: IconPlugConnected,
    group: 'Connections',
  },
  auxiliary: {
    label: STEP_LABELS.auxiliary,
    help: wordings.kinds.keywordBlastOrApi,
    icon: IconForms,
    group: 'Connections',
  },
};

/** The palette's order. */
export const PALETTE_ORDER = Object.keys(STEP_KINDS) as StepType[];
export const GROUP_ORDER: StepKind['group'][] = ['Conversation', 'Contact', 'Logic', 'Connections'];

/** Types whose content a question template can replace. */
export const isQuestionType = (type: StepType) => type === 'choice-question' || type === 'open-question';
