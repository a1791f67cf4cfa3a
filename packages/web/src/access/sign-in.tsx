import { Alert, Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { afterSignIn } from '../app/guards.ts';
import { logFailure } from '../data/log.ts';
import { checkLogin, useSession } from '../data/session.ts';
import { useAction } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';

export function SignIn() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const expired = useSession((session) => session.status === 'out' && session.expired);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);

  const signIn = useAction(calls.access.signIn, {
    onSuccess: async ({ mfaRequired }) => {
      if (mfaRequired) {
        await navigate(`/mfarequest${search}`);
        return;
      }
      await checkLogin();
      await navigate(afterSignIn(search));
    },
    onFailure: (error) => logFailure(calls.access.signIn.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.trim(), password, remember });
  };
  return (
    <AccessCard
      title="Sign in"
      error={signIn.error}
      foot={
        <>
          New to Parley?{' '}
          <Anchor component={Link} underline="always" to={`/signup${search}`}>
            Create an account
          </Anchor>
        </>
      }
    >
      {expired && !signIn.error && (
        <Alert variant="light" color="gray" p="sm" role="status">
          Your session has ended. Sign in to go on where you were; what you typed is kept.
        </Alert>
      )}
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Email Address"
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Checkbox
            label="Remember me"
            name="remember"
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
          <Button type="submit" loading={signIn.isPending} fullWidth>
            Sign in
          </Button>
        </Stack>
      </form>
    </AccessCard>
  );
}
