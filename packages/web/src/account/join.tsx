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
import { LoadingField } from '../kit/states.tsx';

/** Where the link of an invitation leads: somebody new chooses a password, somebody known accepts. */
export function Join() {
  const invitation = useParams().invitation ?? '';
  const { data, error, refetch } = useCall(calls.team.invitation, { invitation });
  const signedIn = useSession((session) => session.status === 'in');
  const signIn = `/signin?${new URLSearchParams({ rdx: useLocation().pathname })}`;
  return (
    <AccessCard
      title={data ? `Join ${data.accountName}` : 'Join an account'}
      about={data && `You are invited as ${data.role === 'owner' ? 'an owner' : 'a member'}.`}
      error={error}
      foot={
        !signedIn &&
        !error && (
          <>
            Have an account?{' '}
            <Anchor component={Link} underline="always" to={signIn}>
              Sign in
            </Anchor>{' '}
            and accept there.
          </>
        )
      }
    >
      {data &&
        (signedIn ? <Accept invitation={invitation} /> : <NewUser invitation={invitation} {...data} />)}
      {!data && !error && <LoadingField />}
      {error?.kind === 'network' && (
        <Button onClick={() => void refetch()} fullWidth>
          Retry
        </Button>
      )}
      {error && (
        <Button component={Link} to={signedIn ? '/welcome' : '/signin'} variant="default" fullWidth>
          {signedIn ? 'Go to Welcome' : 'Go to Sign in'}
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
        You are signed in as <b>{account?.email ?? '…'}</b>. Your other account stays; you switch in the
        account menu.
      </Text>
      <Button onClick={join} loading={accept.isPending} fullWidth>
        Accept
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
        <TextInput label="Email Address" value={email} readOnly variant="filled" autoComplete="username" />
        <TextInput
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          description="Where sign-in codes are sent."
          required
          value={phone}
          onChange={(event) => setPhone(event.currentTarget.value)}
          error={atPhone}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={atPassword}
        />
        <Button type="submit" loading={join.isPending} fullWidth>
          Join
        </Button>
      </Stack>
    </form>
  );
}
