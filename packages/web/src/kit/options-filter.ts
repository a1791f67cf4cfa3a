import type { OptionsFilter } from '@mantine/core';

const MARKS = /\p{M}/gu;
const plain = (words: string) => words.normalize('NFD').replace(MARKS, '').toLowerCase();

/** The choices whose words hold what was typed; accents make no difference, as in the search of contacts. */
export const matchingOptions: OptionsFilter = ({ options, search, limit }) => {
  const typed = plain(search.trim());
  const found: typeof options = [];
  for (const option of options) {
    if (found.length === limit) break;
    if ('group' in option) {
      const items = matchingOptions({ options: option.items, search, limit: limit - found.length });
      found.push({ group: option.group, items: items as typeof option.items });
    } else if (plain(option.label).includes(typed)) found.push(option);
  }
  return found;
};
