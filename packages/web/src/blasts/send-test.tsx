import { Anchor, Button, Collapse, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { displayPhone, toE164 } from '@parley/rules/phone.ts';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useMaySend } from '../account/sender-only.tsx';
import type { AskError } from '../data/ask.ts';
import { wordsOf } from '../data/toasts.ts';
import { useAccount } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import classes from './blast.module.css';
import { senderOf, type Wizard } from './use-wizard.ts';
import { wordings } from './wordings.ts';

/** Starts the campaign for one number, to be read on a real phone before anybody else gets it. */
export function SendTest({ wizard }: { wizard: Wizard }) {
  const { data: account } = useAccount();
  const [opened, panel] = useDisclosure(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<AskError | null>(null);
  const [sentTo, setSentTo] = useState('');
  const phone = typed ?? (account?.phone ? displayPhone(account.phone) : '');
  const sender = senderOf(wizard);
  const send = useAction(calls.blast.sendTest, {
    onSuccess: (_reply, form) => setSentTo(form.phone),
    onFailure: setError,
    invalidates: [calls.account.load],
  });
  const maySend = useMaySend();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(null);
    setSentTo('');
    send.mutate({
      campaign: wizard.campaign,
      channel: wizard.draft.channel,
      phone: toE164(phone) ?? phone,
    });
  };
  if (!maySend) return null;
  return (
    <div className={classes.test}>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconDeviceMobileMessage size={16} />}
        onClick={panel.toggle}
        aria-expanded={opened}
      >
        {wordings.sendTest.sendATestToMe}
      </Button>
      <Collapse expanded={opened}>
        <form onSubmit={submit}>
          <Group gap="xs" align="end" wrap="nowrap" mt="sm">
            <TextInput
              label={wordings.sendTest.phoneNumber}
              type="tel"
              value={phone}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={40}
              className={classes.grow ?? ''}
            />
            <Button type="submit" loading={send.isPending} disabled={phone.trim() === ''}>
              {wordings.sendTest.send}
            </Button>
          </Group>
        </form>
        <div role="status">
          {error && (
            <Text c="var(--mantine-color-error)" mt="xs">
              {wordsOf(error)}
            </Text>
          )}
          {sentTo !== '' && (
            <Text c="dimmed" mt="xs">
              {wordings.sendTest.onItsWay(displayPhone(sentTo))}{' '}
              {sender?.connection === 'simulator' && (
                <Anchor
                  component={Link}
                  to={`/tools/phone?phone=${encodeURIComponent(sentTo)}`}
                  underline="always"
                >
                  {wordings.sendTest.lookAtItsTestPhone}
                </Anchor>
              )}
            </Text>
          )}
        </div>
      </Collapse>
    </div>
  );
}
