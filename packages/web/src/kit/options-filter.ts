import type { ComboboxItem, OptionsFilter } from '@mantine/core';
import { holdsTyped } from './holds-typed.ts';
import { wordings } from './wordings.ts';

/** A longer list of choices is searched, not scrolled. */
export const CHOICES_SHOWN = 200;
/** More choices than that have a search. */
export const CHOICES_WITHOUT_SEARCH = 8;

type Options = ReturnType<OptionsFilter>;

/**
 * The choices whose words hold what was typed; accents make no difference, as in the search of contacts.
 * Behind as many as are shown it says how many more there are.
 */
export const matchingOptions: OptionsFilter = ({ options, search, limit }) => {
  const matches = options.flatMap((option): Options => matching(option, search));
  const found = upTo(matches, limit);
  const more = countOf(matches) - countOf(found);
  return more > 0 ? [...found, sign(wordings.optionsFilter.more(more))] : found;
};

/** A line of the list that nobody can choose. */
const sign = (label: string): ComboboxItem => ({ value: '\u0000more', label, disabled: true });

const isMatch = ({ label }: ComboboxItem, typed: string) => holdsTyped(label, typed);

function matching(option: Options[number], typed: string): Options {
  if (!('group' in option)) return isMatch(option, typed) ? [option] : [];
  return [{ ...option, items: option.items.filter((item) => isMatch(item, typed)) }];
}

const countOf = (options: Options) =>
  options.reduce((sum, option) => sum + ('group' in option ? option.items.length : 1), 0);

function upTo(options: Options, limit: number): Options {
  let room = limit;
  return options.flatMap((option): Options => {
    if (room <= 0) return [];
    if (!('group' in option)) {
      room -= 1;
      return [option];
    }
    const items = option.items.slice(0, room);
    room -= items.length;
    return [{ ...option, items }];
  });
}
