import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { AccessCard } from '../access/access-card.tsx';
import { Problem } from '../access/problem.tsx';
import { showAccount } from '../data/ask.ts';
import { logFailure } from '../data/log.ts';
import { checkLogin, useSession } from '../data/session.ts';
import { wordsAt } from '../data/toasts.ts';
import { useAccount } from '../data/use-account.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { LoadingField } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

/** Where the link of an invitation leads: somebody new chooses a password, somebody known accepts. */
export function Join() {
  const invitation = useParams().invitation ?? '';
  const { data, error, refetch } = useCall(calls.team.invitation, { invitation });
  const signedIn = useSession((session) => session.status === 'in');
  const signIn = `/signin?${new URLSearchParams({ rdx: useLocation().pathname })}`;
  return (
    <AccessCard
      title={data ? wordings.join.join(data.accountName) : wordings.shared.joinAnAccount}
      about={data && wordings.join.youveBeenInvited(data.role)}
      error={error}
      foot={
        !signedIn &&
        !error && (
          <Filled
            words={wordings.join.haveAnAccount}
            parts={{
              signIn: (
                <Anchor component={Link} underline="always" to={signIn}>
                  {wordings.join.signIn}
                </Anchor>
              ),
            }}
          />
        )
      }
    >
      {data &&
        (signedIn ? <Accept invitation={invitation} /> : <NewUser invitation={invitation} {...data} />)}
      {!data && !error && <LoadingField />}
      {error?.kind === 'network' && (
        <Button onClick={() => void refetch()} fullWidth>
          {common.retry}
        </Button>
      )}
      {error && (
        <Button component={Link} to={signedIn ? '/welcome' : '/signin'} variant="default" fullWidth>
          {signedIn ? wordings.join.goToWelcome : wordings.join.goToSign}
        </Button>
      )}
    </AccessCard>
  );
}

function Accept({ invitation }: { invitation: string }) {
  const { data: account } = useAccount();
  const accept = useAction(calls.team.accept, {
    // Everything on the page is about the account before: it begins anew.
    onSuccess: () => location.assign('/welcome'),
    onFailure: () => showAccount(account?.id ?? null),
  });
  const join = () => {
    showAccount(null);
    accept.mutate({ invitation });
  };
  return (
    <Stack>
      <Problem error={accept.error} />
      <Text>
        <Filled words={wordings.join.youAreSigned} parts={{ email: <b>{account?.email ?? '…'}</b> }} />
      </Text>
      <Button onClick={join} loading={accept.isPending} fullWidth>
        {wordings.join.accept}
      </Button>
    </Stack>
  );
}

function NewUser({ invitation, email }: { invitation: string } & ReplyOf<typeof calls.team.invitation>) {
  const navigate = useNavigate();
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');
  const join = useAction(calls.team.join, {
    onSuccess: async ({ mfaRequired }) => {
      if (!mfaRequired) await checkLogin();
      await navigate(mfaRequired ? '/login' : '/welcome');
    },
    onFailure: (failure) => logFailure(calls.team.join.path, failure),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    join.mutate({ invitation, password, phone: phone.trim() });
  };
  const atPhone = wordsAt(calls.team.join, 'phone', join.error);
  const atPassword = wordsAt(calls.team.join, 'password', join.error);
  return (
    <form onSubmit={submit}>
      <Stack>
        {!atPhone && !atPassword && <Problem error={join.error} />}
        <TextInput
          label={wordings.join.emailAddress}
          value={email}
          readOnly
          variant="filled"
          autoComplete="username"
        />
        <TextInput
          label={common.phoneNumber}
          type="tel"
          autoComplete="tel"
          description={wordings.join.wellTextYourSign}
          required
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
          error={atPhone}
        />
        <PasswordInput
          label={common.password}
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={atPassword}
        />
        <Button type="submit" loading={join.isPending} fullWidth>
          {wordings.join.joinNow}
        </Button>
      </Stack>
    </form>
  );
}
