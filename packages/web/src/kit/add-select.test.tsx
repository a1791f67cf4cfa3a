import { MantineProvider, MultiSelect, Select } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { completeDom } from '../testing/show.tsx';
import { AddSelect } from './add-select.tsx';
import { theme } from './theme.ts';

beforeAll(completeDom);
afterEach(cleanup);

const TAGS = ['City', 'Prénom', 'Prénom 2'];
const show = (field: ReactNode) =>
  render(
    <MantineProvider env="test" theme={theme}>
      {field}
    </MantineProvider>,
  );
const typeWords = async (words: string) => {
  const field = screen.getByRole('combobox', { name: 'Tag' });
  fireEvent.click(field);
  await screen.findByText('City');
  field.focus();
  fireEvent.change(field, { target: { value: words } });
  await waitFor(() => expect(screen.queryByText('City')).toBeNull());
  return field;
};
const press = (field: HTMLElement) => fireEvent.keyDown(field, { code: 'Enter', key: 'Enter' });

test.each([
  ['one', Select],
  ['several', MultiSelect],
])('words and Enter choose the first that has them, where %s is chosen', async (_, Field) => {
  const chosen: unknown[] = [];
  show(<Field label="Tag" data={TAGS} searchable onChange={(value: unknown) => chosen.push(value)} />);
  press(await typeWords('prenom'));
  expect(chosen.flat()).toEqual(['Prénom']);
});

test('words that no choice holds are answered, also where the field says nothing of its own', async () => {
  show(<Select label="Tag" data={TAGS} searchable />);
  await typeWords('zebra');
  expect(screen.getByText('Nothing matches')).toBeTruthy();
});

test('a field that adds is empty again for the next one', async () => {
  const added: string[] = [];
  show(<AddSelect label="Tag" data={TAGS} onAdd={(value) => added.push(value)} />);
  const field = await typeWords('prenom');
  press(field);
  expect(added).toEqual(['Prénom']);
  await waitFor(() => expect(field).toHaveProperty('value', ''));
});

test('a click on a field with a choice marks its name, so that what is typed replaces it', async () => {
  show(<Select label="Tag" data={TAGS} searchable value="Prénom" onChange={() => undefined} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tag' });
  fireEvent.click(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]);
  await screen.findByText('City');
  field.setSelectionRange(3, 3);
  fireEvent.click(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([3, 3]);
});
