/** Builds the address that starts a campaign by a call. Works on a page of its own and inside another screen. */
import { Anchor, Button, CopyButton, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { useSecrets } from '../credentials/use-secrets.ts';
import { useCall } from '../data/use-call.ts';
import { Notice } from '../kit/notice.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import classes from './api-builder.module.css';
import { NO_KEY, SAMPLE_PHONE, type Trigger, triggerCurl, triggerUrl } from './trigger-url.ts';

export function ApiBuilder({ campaign }: { campaign: number }) {
  const [phone, setPhone] = useState(SAMPLE_PHONE);
  const [wrong, setWrong] = useState(false);
  const [target, setTarget] = useState('');
  const credentials = useCall(calls.credentials.list, { filter: '' });
  const first = credentials.data?.credentials[0];

  const build = (event: FormEvent) => {
    event.preventDefault();
    const isPhone = toE164(phone) !== null;
    setWrong(!isPhone);
    if (isPhone) setTarget(phone.trim());
  };
  if (credentials.error) {
    return (
      <FailedState
        title="Your API credentials could not be loaded"
        error={credentials.error}
        onRetry={() => void credentials.refetch()}
      />
    );
  }
  if (credentials.isPending) return <LoadingCards cards={1} height={138} shape="field" />;
  return (
    <Stack gap="lg">
      <form onSubmit={build} className={`card ${classes.form}`}>
        <TextInput
          label="Target SMS Phone Number"
          type="tel"
          value={phone}
          onChange={(event) => {
            setPhone(event.currentTarget.value);
            setWrong(false);
          }}
          error={wrong && 'Enter a phone number, for example (212) 555-0100.'}
          maxLength={40}
          className={classes.phone ?? ''}
        />
        <Button type="submit">Build your own API Trigger URL</Button>
        <Text c="dimmed" w="100%">
          Who gets the campaign’s first message. Your program fills in its own number for each call.
        </Text>
      </form>
      {target !== '' && (
        <Result
          trigger={{
            origin: location.origin,
            campaign,
            phone: target,
            accessKey: first?.accessKey ?? NO_KEY,
            secretKey: first?.secretKey || NO_KEY,
          }}
          missing={first === undefined ? 'pair' : first.secretKey === '' ? 'secret' : null}
        />
      )}
    </Stack>
  );
}

/** `secret`: there is a pair, and only owners see its secret. */
type ResultProps = { trigger: Trigger; missing: 'pair' | 'secret' | null };

function MissingSecret() {
  const isOwner = useIsOwner();
  const { fetchSecrets, isAsking } = useSecrets();
  if (!isOwner)
    return (
      <Notice>
        Zeros stand in place of the Client Secret, which only an owner of the account can see: ask one to put
        it in.
      </Notice>
    );
  return (
    <Notice>
      Zeros stand in place of the Client Secret until you confirm that it’s you.{' '}
      <Button variant="default" size="xs" onClick={() => void fetchSecrets()} loading={isAsking}>
        Show the Client Secret
      </Button>
    </Notice>
  );
}

function Result({ trigger, missing }: ResultProps) {
  const curl = triggerCurl(trigger);
  return (
    <>
      {missing === 'secret' && <MissingSecret />}
      {missing === 'pair' && (
        <Notice tone="warning">
          You have no API credentials yet, so zeros stand in their place and the call would be refused.{' '}
          <Anchor component={Link} to="/account/credentials" underline="always" c="inherit">
            Add credentials
          </Anchor>
        </Notice>
      )}
      <section className={`card ${classes.result}`}>
        <Copied
          label="The URL you need to call the REST API"
          what="the URL"
          description="It holds your secret key. Use it for a try; what is in an address ends up in logs."
          text={triggerUrl(trigger)}
        />
      </section>
      <section className={`card ${classes.result}`}>
        <Title order={2}>Better for your program</Title>
        <Text c="dimmed">
          The same call with the keys in an HTTP Basic header. Every further field becomes a merge token of
          the conversation: send <code>First name=Ana</code> and the text may say{' '}
          <code>{'{%First name|there%}'}</code>.
        </Text>
        <Copied label="Example with curl" what="the example" text={curl} />
      </section>
    </>
  );
}

type CopiedProps = {
  label: string;
  /** What its button copies; not the label, so that the label names the field alone. */
  what: string;
  description?: string;
  text: string;
};

function Copied({ label, what, description, text }: CopiedProps) {
  return (
    <Group align="end" gap="xs" className={classes.copied ?? ''}>
      <Textarea
        label={label}
        description={description}
        value={text}
        readOnly
        autosize
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: classes.code ?? '', root: classes.grow ?? '' }}
      />
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={copy}
            aria-label={`${copied ? 'Copied' : 'Copy'} ${what}`}
          >
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
