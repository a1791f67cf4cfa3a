/** Days in filters that move along: chosen from a menu beside the value, told in words. */
import { ActionIcon, Menu } from '@mantine/core';
import { type RelativeDay, readRelativeDay, writeRelativeDay } from '@parley/rules/relative-day.ts';
import { IconCalendarEvent } from '@tabler/icons-react';
import { MenuDropdown } from '../kit/menu-dropdown.tsx';
import { wordings } from './wordings.ts';

const DAY_OF_SENDING: RelativeDay = { day: null, shift: 0, everyYear: false };
/** What people ask for first; any other number of days is typed in. */
const OFFERED: readonly RelativeDay[] = [
  { ...DAY_OF_SENDING, everyYear: true },
  { ...DAY_OF_SENDING, shift: 7, everyYear: true },
  DAY_OF_SENDING,
  { ...DAY_OF_SENDING, shift: 1 },
  { ...DAY_OF_SENDING, shift: -30 },
];

/** '7 days after the day of sending, in any year'; null for a value like any other. */
export function dayWords(value: string): string | null {
  const moving = readRelativeDay(value);
  return moving && wordsOf(moving);
}

function wordsOf({ day, shift, everyYear }: RelativeDay): string {
  const from = day ?? wordings.filterDay.theDayOfSending;
  const side = shift < 0 ? 'before' : 'after';
  const moved = shift === 0 ? from : `${wordings.filterDay.days(Math.abs(shift))} ${side} ${from}`;
  return everyYear ? wordings.filterDay.inAnyYear(moved) : moved;
}

type DayMenuProps = {
  /** The number of the filter, for its name. */
  number: number;
  onChoose: (value: string, everyYear: boolean) => void;
};

export function DayMenu({ number, onChoose }: DayMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={wordings.filterDay.filterRelativeDate(number)}>
          <IconCalendarEvent size={18} />
        </ActionIcon>
      </Menu.Target>
      <MenuDropdown>
        <Menu.Label>{wordings.filterDay.relativeDate}</Menu.Label>
        {OFFERED.map((moving) => (
          <Menu.Item
            key={writeRelativeDay(moving)}
            onClick={() => onChoose(writeRelativeDay(moving), moving.everyYear)}
          >
            {itemWords(moving)}
          </Menu.Item>
        ))}
      </MenuDropdown>
    </Menu>
  );
}

function itemWords(moving: RelativeDay): string {
  const words = wordsOf(moving);
  const sentence = words.charAt(0).toUpperCase() + words.slice(1);
  return moving.everyYear ? `${sentence} (birthdays)` : sentence;
}
