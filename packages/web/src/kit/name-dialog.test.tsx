import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { provideServer } from '../testing/serve.ts';
import { show } from '../testing/show.tsx';
import { NameDialog } from './dialogs.tsx';

provideServer();

/** A dialog of something that somebody else renames. */
function Renamed() {
  const [name, setName] = useState('Shop');
  return (
    <>
      <button type="button" onClick={() => setName(`${name}!`)}>
        Rename elsewhere
      </button>
      <NameDialog
        opened
        onClose={() => undefined}
        title="Rename List"
        label="List Name"
        confirmLabel="Rename Now"
        onConfirm={() => undefined}
        initial={name}
      />
    </>
  );
}

test('what is typed as a name stays when somebody else renames the thing; until then the dialog follows', async () => {
  show(<Renamed />, '/lists');
  const field = (await screen.findByLabelText('List Name')) as HTMLInputElement;
  const elsewhere = screen.getByText('Rename elsewhere');
  fireEvent.click(elsewhere);
  expect(field.value).toBe('Shop!');
  fireEvent.change(field, { target: { value: 'Till' } });
  fireEvent.click(elsewhere);
  expect(field.value).toBe('Till');
});
