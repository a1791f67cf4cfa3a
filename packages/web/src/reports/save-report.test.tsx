import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { completeDom } from '../testing/show.tsx';
import { SaveReport } from './save-report.tsx';

completeDom();
afterEach(cleanup);

const nothing = () => undefined;
const dialog = (opened: boolean, title: string) => (
  <MantineProvider env="test">
    <SaveReport
      opened={opened}
      initial={{ title, description: '' }}
      note=""
      onTitle={nothing}
      onClose={nothing}
      onSave={nothing}
      busy={false}
      error={null}
    />
  </MantineProvider>
);
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Report Name/i });

test('what is typed stays when a colleague renames the report meanwhile; the next time it has the new name', () => {
  const { rerender } = render(dialog(true, 'Weekly'));
  fireEvent.change(nameField(), { target: { value: 'Week by week' } });
  rerender(dialog(true, 'Weekly, by Ann'));
  expect(nameField().value).toBe('Week by week');
  rerender(dialog(false, 'Weekly, by Ann'));
  rerender(dialog(true, 'Weekly, by Ann'));
  expect(nameField().value).toBe('Weekly, by Ann');
});
