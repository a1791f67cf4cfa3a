/**
 * Builds the address that starts a campaign by a call. Works on a page of its own and inside another screen.
 */

import { Anchor, Button, CopyButton, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { useCall } from '../data/use-call.ts';
import { useConfirmed } from '../data/use-confirmed.ts';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './api-builder.module.css';
import { NO_KEY, SAMPLE_PHONE, type Trigger, triggerCurl, triggerUrl } from './trigger-url.ts';
import { wordings } from './wordings.ts';

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
        title={wordings.apiBuilder.couldntLoadYourApiCredentials}
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
          label={wordings.apiBuilder.targetSmsPhoneNumber}
          type="tel"
          value={phone}
          onChange={(event) => {
            setPhone(event.currentTarget.value);
            setWrong(false);
          }}
          error={wrong && wordings.apiBuilder.enterAPhoneNumber}
          maxLength={40}
          className={classes.phone ?? ''}
        />
        <Button type="submit">{wordings.apiBuilder.buildYourOwnApiTrigger}</Button>
        <Text c="dimmed" w="100%">
          {wordings.apiBuilder.whoGetsTheCampaignsFirst}
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
  const { fetchConfirmed, isAsking } = useConfirmed(calls.credentials.list);
  if (!isOwner) return <Notice>{wordings.apiBuilder.onlyAccountOwnersCanSee}</Notice>;
  return (
    <Notice>
      {wordings.apiBuilder.zerosStandInPlace}{' '}
      <Button variant="default" size="xs" onClick={() => void fetchConfirmed()} loading={isAsking}>
        {wordings.apiBuilder.showTheClientSecret}
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
          {wordings.apiBuilder.youDontHaveApiCredentials}{' '}
          <Anchor component={Link} to="/account/credentials" underline="always" c="inherit">
            {wordings.apiBuilder.addCredentials}
          </Anchor>
        </Notice>
      )}
      <section className={`card ${classes.result}`}>
        <Copied
          label={wordings.apiBuilder.theUrlYouNeed}
          what={wordings.apiBuilder.theUrl}
          description={wordings.apiBuilder.itContainsYourSecretKey}
          text={triggerUrl(trigger)}
        />
      </section>
      <section className={`card ${classes.result}`}>
        <Title order={2}>{wordings.apiBuilder.betterForYourProgram}</Title>
        <Text c="dimmed">
          <Filled
            words={wordings.apiBuilder.theSameCall}
            parts={{
              field: <code>{wordings.apiBuilder.exampleField}</code>,
              token: <code>{wordings.apiBuilder.firstNameThere}</code>,
            }}
          />
        </Text>
        <Copied
          label={wordings.apiBuilder.exampleWithCurl}
          what={wordings.apiBuilder.theExample}
          text={curl}
        />
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
            aria-label={`${copied ? wordings.apiBuilder.copied : common.copy} ${what}`}
          >
            {copied ? wordings.apiBuilder.copied2 : common.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
