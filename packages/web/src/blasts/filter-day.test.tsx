import type { TagFilter } from '@parley/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AnsweringServer, reply, startAnsweringServer } from '../testing/answering-server.ts';
import { completeDom, show } from '../testing/show.tsx';
import { filterWords, TagFilterEditor } from './tag-filter-editor.tsx';

let server: AnsweringServer;
beforeAll(async () => {
  completeDom();
  server = await startAnsweringServer();
  server.answer(() => ({ body: reply({ TAGS: JSON.stringify([{ ID: 1, TAG: 'Birthday' }]) }) }));
});
afterAll(() => server.stop());
afterEach(cleanup);

function Editor() {
  const [filters, setFilters] = useState<TagFilter[]>([{ tag: 'Birthday', operator: '>', value: '' }]);
  return (
    <>
      <TagFilterEditor filters={filters} onChange={setFilters} />
      <output>{JSON.stringify(filters)}</output>
    </>
  );
}

test('a birthday is chosen from the menu beside the value, and says what it means', async () => {
  show(<Editor />, '/');
  fireEvent.click(screen.getByRole('button', { name: 'Filter 1: relative date' }));
  fireEvent.click(
    await screen.findByRole('menuitem', { name: 'The day of sending, in any year (birthdays)' }),
  );
  expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual([
    { tag: 'Birthday', operator: '=', value: '{%today every year%}' },
  ]);
  expect(screen.getByText('the day of sending, in any year')).toBeTruthy();
});

test('filters with such days read as sentences', () => {
  const words = (value: string) => filterWords({ tag: 'Joined', operator: '<', value });
  expect(words('{%today-30%}')).toBe('Joined less than 30 days before the day of sending');
  expect(words('{%today+1 every year%}')).toBe(
    'Joined less than 1 day after the day of sending, in any year',
  );
  expect(words('gold')).toBe('Joined less than gold');
});
