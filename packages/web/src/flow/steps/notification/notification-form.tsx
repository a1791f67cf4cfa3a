import { Stack } from '@mantine/core';
import { MessageBox } from '../../message-box/message-box.tsx';
import type { FormProps } from '../form.ts';
import { ListSelect } from '../pickers.tsx';
import { ShortLinks, useLinkBase } from '../short-links.tsx';
import { useTextTokens } from '../use-tokens.ts';
import { wordings } from '../wordings.ts';

/** Texts every member of a list. */
export function NotificationForm({ step, edit, simple }: FormProps<'notification'>) {
  const tokens = useTextTokens();
  const linkBase = useLinkBase(step);
  return (
    <Stack gap="sm">
      <ListSelect value={step.list} onChange={(list) => edit({ list })} />
      <MessageBox
        label={wordings.shared.notification}
        value={step.text}
        onChange={(text) => edit({ text }, 'after-pause')}
        tokens={tokens}
        linkBase={linkBase}
        placeholder={wordings.lists.whatShouldEveryone}
      />
      {!simple && <ShortLinks step={step} edit={edit} />}
    </Stack>
  );
}
