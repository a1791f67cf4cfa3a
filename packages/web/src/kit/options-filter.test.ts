import { defaultOptionsFilter, type OptionsFilter } from '@mantine/core';
import { expect, test } from 'vitest';
import { theme } from './theme.ts';

const choice = (label: string) => ({ value: label, label, disabled: false });
const [pupils, walkers, shoppers] = ['Élèves de Québec', 'Walkers', 'לקוחות חדשים'].map(choice);

test.each(['Select', 'MultiSelect', 'Autocomplete'])(
  'a choice of a %s is found without its accents',
  (kind) => {
    const own: { filter?: OptionsFilter; limit?: number } = theme.components?.[kind]?.defaultProps ?? {};
    expect(own.limit).toBe(200);
    const filter = own.filter ?? defaultOptionsFilter;
    const options = [
      { group: 'Ours', items: [pupils, walkers] },
      shoppers,
    ] as Parameters<OptionsFilter>[0]['options'];
    const found = (search: string, limit = 10) => filter({ options, search, limit });
    expect(found(' eleves de q')).toEqual([{ group: 'Ours', items: [pupils] }]);
    expect(found('ÉLÈVES')).toEqual([{ group: 'Ours', items: [pupils] }]);
    expect(found('לקוחות').at(-1)).toEqual(shoppers);
    expect(found('')).toEqual(options);
    const rest = { label: 'Type to find 2 more', disabled: true };
    expect(found('', 1)).toMatchObject([{ group: 'Ours', items: [pupils] }, rest]);
  },
);
