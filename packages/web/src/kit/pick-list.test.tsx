import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { completeDom } from '../testing/show.tsx';
import { holdsTyped } from './holds-typed.ts';
import { PickList } from './pick-list.tsx';

beforeAll(completeDom);
afterEach(cleanup);

test('words and Enter pick the first that has them, from a list that its search controls', async () => {
  const picked: string[] = [];
  const tags = ['City', 'Prénom, first name'];
  render(
    <MantineProvider env="test">
      <PickList
        name="Values"
        nothing="Nothing to insert"
        groups={(words) => [
          {
            label: 'Tags',
            picks: tags
              .filter((tag) => holdsTyped(tag, words))
              .map((tag) => ({ key: tag, show: tag, pick: () => picked.push(tag) })),
          },
        ]}
        button={(toggle) => (
          <button type="button" onClick={toggle}>
            Insert
          </button>
        )}
      />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByText('Insert'));
  const search = await screen.findByRole('combobox', { name: 'Search values' });
  expect(search.getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Values' }).id);
  fireEvent.change(search, { target: { value: 'prenom' } });
  await waitFor(() => expect(screen.queryByText('City')).toBeNull());
  fireEvent.keyDown(search, { code: 'Enter', key: 'Enter' });
  expect(picked).toEqual(['Prénom, first name']);
  expect(document.activeElement).toBe(screen.getByText('Insert'));
});
