import { ActionIcon, Loader, Text, Textarea, Tooltip } from '@mantine/core';
import { displayPhone } from '@parley/rules/phone.ts';
import { IconSend2, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { PhoneMessages } from './phone-messages.tsx';
import classes from './phones.module.css';
import { useTexting } from './use-texting.ts';
import { wordings } from './wordings.ts';

type PhoneProps = {
  /** E.164. */
  phone: string;
  channel: { name: string; number: string };
  /** Keywords that are tapped go out from this one. */
  isActive: boolean;
  onActive: () => void;
  onRemove: () => void;
  /** Texts from this phone, e.g. a keyword that was tapped. */
  ref: Ref<(text: string) => void>;
};

/** One pretend phone in a talk with a channel. */
export function TestPhone({ phone, channel, isActive, onActive, onRemove, ref }: PhoneProps) {
  const { messages, error, isPending, send, unsent, resend } = useTexting(phone, channel.number);
  const [typed, setTyped] = useState('');
  useImperativeHandle(ref, () => send, [send]);
  const submit = () => {
    if (typed.trim() === '') return;
    send(typed);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const name = displayPhone(phone);
  return (
    <section
      className={`card ${classes.phone}`}
      data-active={isActive || undefined}
      aria-label={wordings.phone.phone(name)}
      onFocus={onActive}
      onPointerDown={onActive}
    >
      <header className={classes.head}>
        <div className={classes.who}>
          <Text fw={600}>{name}</Text>
          <Text c="dimmed" className="clamp-1">
            {wordings.phone.to(channel.name, displayPhone(channel.number))}
          </Text>
        </div>
        <Tooltip label={wordings.phone.takeItOffTheDesk}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={onRemove}
            aria-label={wordings.phone.removePhone(name)}
          >
            <IconX size={18} />
          </ActionIcon>
        </Tooltip>
      </header>
      {isPending ? (
        <div className={classes.waiting}>
          <Loader size="sm" role="status" aria-label={wordings.phone.loadingTheMessages} />
        </div>
      ) : error && messages.length === 0 ? (
        <div className={classes.waiting} role="alert">
          <Text c="dimmed" ta="center">
            {wordsOf(error)}
          </Text>
        </div>
      ) : (
        <PhoneMessages
          name={name}
          channel={channel.name}
          messages={messages}
          unsent={unsent}
          onResend={resend}
        />
      )}
      <div className={classes.composer}>
        <Textarea
          aria-label={wordings.phone.textFrom(name)}
          placeholder={wordings.phone.textMessage}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={1600}
          radius="xl"
          className={classes.input ?? ''}
        />
        <ActionIcon
          size={36}
          radius="xl"
          variant="filled"
          onClick={submit}
          disabled={typed.trim() === ''}
          aria-label={wordings.phone.sendFrom(name)}
        >
          <IconSend2 size={18} />
        </ActionIcon>
      </div>
    </section>
  );
}
