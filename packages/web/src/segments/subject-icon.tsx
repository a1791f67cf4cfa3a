import {
  IconActivity,
  IconAntennaBars5,
  IconCalendarPlus,
  IconChartPie,
  IconCircleCheck,
  IconListDetails,
  IconMapPin,
  IconTag,
} from '@tabler/icons-react';
import type { ConditionDraft } from './tree-draft.ts';

const ICONS = {
  tag: IconTag,
  list: IconListDetails,
  segment: IconChartPie,
  channel: IconAntennaBars5,
  consent: IconCircleCheck,
  place: IconMapPin,
  created: IconCalendarPlus,
  event: IconActivity,
} as const;

/** What a condition is about, as a small mark. */
export function SubjectIcon({ of: { on } }: { of: Pick<ConditionDraft, 'on'> }) {
  const Icon = ICONS[on];
  return <Icon size={16} stroke={1.5} aria-hidden />;
}
