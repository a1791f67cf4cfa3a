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
    help: 'Send a text and go on',
    icon: IconMessage,
    group: 'Conversation',
  },
  ONESELECTION: {
    label: STEP_LABELS.ONESELECTION,
    help: 'Choices, each with its way on',
    icon: IconQuestionMark,
    group: 'Conversation',
  },
  SHORTANSWER: {
    label: STEP_LABELS.SHORTANSWER,
    help: 'Short answer: a name, a date',
    icon: IconCursorText,
    group: 'Conversation',
  },
  TRAILER: {
    label: STEP_LABELS.TRAILER,
    help: 'Send a last text and end',
    icon: IconFlag,
    group: 'Conversation',
  },
  MMS: { label: STEP_LABELS.MMS, help: 'Send a picture with a text', icon: IconPhoto, group: 'Conversation' },
  CDF: { label: STEP_LABELS.CDF, help: 'Remember an answer', icon: IconTag, group: 'Contact' },
  OPTIN: {
    label: STEP_LABELS.OPTIN,
    help: 'Add the contact to a list',
    icon: IconUserCheck,
    group: 'Contact',
  },
  NOTIFY: { label: 'Notification', help: STEP_LABELS.NOTIFY, icon: IconBell, group: 'Contact' },
  BRANCH: {
    label: STEP_LABELS.BRANCH,
    help: 'Go different ways by rules',
    icon: IconGitBranch,
    group: 'Logic',
  },
  INTERVAL: {
    label: STEP_LABELS.INTERVAL,
    help: 'Pause before the next step',
    icon: IconClock,
    group: 'Logic',
  },
  BATCHCP: {
    label: STEP_LABELS.BATCHCP,
    help: 'Go on in another campaign',
    icon: IconArrowsShuffle,
    group: 'Logic',
  },
  RESET: {
    label: 'Drip Marketing Reset',
    help: 'Loop Security Reset',
    icon: IconRefresh,
    group: 'Logic',
  },
  API: {
    label: STEP_LABELS.API,
    help: 'Ask another system',
    icon: IconPlugConnected,
    group: 'Connections',
  },
  AUX: {
    label: STEP_LABELS.AUX,
    help: 'Keyword, blast or API from here',
    icon: IconForms,
    group: 'Connections',
  },
};

/** The palette's order. */
export const PALETTE_ORDER = Object.keys(STEP_KINDS) as StepType[];
export const GROUP_ORDER: StepKind['group'][] = ['Conversation', 'Contact', 'Logic', 'Connections'];

/** Types whose content a question template can replace. */
export const isQuestionType = (type: StepType) => type === 'ONESELECTION' || type === 'SHORTANSWER';
