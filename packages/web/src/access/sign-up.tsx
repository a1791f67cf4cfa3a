import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { logFailure } from '../data/log.ts';
import { checkLogin } from '../data/session.ts';
import { wordsAt } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';

const FIELDS = calls.access.register.form;

export function SignUp() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [password, setPassword] = useState('');

  const register = useAction(calls.access.register, {
    onSuccess: async ({ mfaRequired }) => {
      if (!mfaRequired) await checkLogin();
      await navigate(mfaRequired ? `/login${search}` : '/', { replace: true });
    },
    onFailure: (error) => logFailure(calls.access.register.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    register.mutate({ email: email.trim(), password, phone: phone.trim() });
  };
  const problemAt = (field: 'email' | 'phone' | 'password') =>
    wordsAt(calls.access.register, field, register.error);
  const isAtField = Boolean(problemAt('email') ?? problemAt('phone') ?? problemAt('password'));

  return (
    <AccessCard
      title="Sign Up"
      about="An account of your own, with credits to try."
      error={isAtField ? null : register.error}
      foot={
        <>
          Have an account?{' '}
          <Anchor component={Link} underline="always" to={`/signin${search}`}>
            Sign in
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label="Email Address"
            type="email"
            name={FIELDS.email.wire}
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problemAt('email')}
          />
          <TextInput
            label="Phone Number"
            type="tel"
            name={FIELDS.phone.wire}
            autoComplete="tel"
            description="Where sign-in codes are sent."
            required
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
            error={problemAt('phone')}
          />
          <PasswordInput
            label="Password"
            name={FIELDS.password.wire}
            autoComplete="new-password"
            description={`At least ${ACCESS_LIMITS.passwordLength} characters.`}
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problemAt('password')}
          />
          <Button type="submit" loading={register.isPending} fullWidth>
            Sign Up
          </Button>
        </Stack>
      </form>
    </AccessCard>
  );
}
