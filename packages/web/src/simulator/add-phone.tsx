import { Button, TextInput, Tooltip } from '@mantine/core';
import { toE164 } from '@parley/rules/phone.ts';
import { IconDice5, IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import classes from './phones.module.css';
import { MOST_PHONES, randomPhone } from './use-phones.ts';
import { wordings } from './wordings.ts';

/** Another phone, by number or by chance. */
export function AddPhone({ taken, onAdd }: { taken: string[]; onAdd: (phone: string) => void }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const isFull = taken.length >= MOST_PHONES;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = toE164(typed);
    if (phone === null) {
      setError(wordings.addPhone.enterAPhoneNumber);
      return;
    }
    setTyped('');
    onAdd(phone);
  };
  return (
    <form onSubmit={submit} className={classes.add}>
      <TextInput
        label={wordings.addPhone.addAPhone}
        placeholder="(212) 555-0100"
        type="tel"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError('');
        }}
        error={error}
        disabled={isFull}
        description={isFull ? wordings.addPhone.phonesAtMost(MOST_PHONES) : ''}
        maxLength={40}
        className={classes.number ?? ''}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={isFull || typed.trim() === ''}
      >
        {wordings.addPhone.add}
      </Button>
      <Tooltip label={wordings.addPhone.aNumberNobodyHas}>
        <Button
          variant="default"
          leftSection={<IconDice5 size={16} />}
          disabled={isFull}
          onClick={() => onAdd(randomPhone(taken))}
        >
          {wordings.addPhone.randomNumber}
        </Button>
      </Tooltip>
    </form>
  );
}
