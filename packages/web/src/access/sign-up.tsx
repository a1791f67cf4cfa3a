import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { logFailure } from '../data/log.ts';
import { checkLogin } from '../data/session.ts';
import { wordsAt } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { common } from '../kit/wordings.ts';
import { AccessCard } from './access-card.tsx';
import { wordings } from './wordings.ts';

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
      title={wordings.signUp.signUp}
      about={wordings.signUp.yourOwnAccount}
      error={isAtField ? null : register.error}
      foot={
        <>
          {wordings.signUp.haveAnAccount}{' '}
          <Anchor component={Link} underline="always" to={`/signin${search}`}>
            {wordings.shared.signIn}
          </Anchor>
        </>
      }
    >
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={wordings.shared.emailAddress}
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
            label={common.phoneNumber}
            type="tel"
            name={FIELDS.phone.wire}
            autoComplete="tel"
            description={wordings.signUp.wellTextYourSign}
            required
            value={phone}
            onChange={(event) => setPhone(event.currentTarget.value)}
            error={problemAt('phone')}
          />
          <PasswordInput
            label={common.password}
            name={FIELDS.password.wire}
            autoComplete="new-password"
            description={wordings.signUp.atLeastCharacters(ACCESS_LIMITS.passwordLength)}
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problemAt('password')}
          />
          <Button type="submit" loading={register.isPending} fullWidth>
            {wordings.signUp.signUp}
          </Button>
        </Stack>
      </form>
    </AccessCard>
  );
}
