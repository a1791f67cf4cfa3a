import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

type AddSelectProps = Pick<
  SelectProps,
  'label' | 'placeholder' | 'description' | 'data' | 'disabled' | 'renderOption' | 'nothingFoundMessage'
> & { onAdd: (value: string) => void };

/** Adds what is chosen to those that stand elsewhere, and is empty again for the next one. */
export function AddSelect({ onAdd, ...looks }: AddSelectProps) {
  const [typed, setTyped] = useState('');
  return (
    <Select
      {...looks}
      value={null}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => {
        setTyped('');
        if (value !== null) onAdd(value);
      }}
    />
  );
}
