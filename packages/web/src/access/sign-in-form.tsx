import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { logFailure } from '../data/log.ts';
import { useAction } from '../data/use-call.ts';
import { common } from '../kit/wordings.ts';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

const FIELDS = calls.access.signIn.form;

type SignInFormProps = {
  /** Known when somebody signs in again. */
  email?: string;
  /** The password was right; `mfaRequired`: a code comes next. The form stays busy until this is done. */
  onSignedIn: (mfaRequired: boolean) => Promise<void>;
};

/** Email address, password and Remember me (access-and-reports, 2.3). */
export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const signIn = useAction(calls.access.signIn, {
    onSuccess: ({ mfaRequired }) => onSignedIn(mfaRequired),
    onFailure: (error) => logFailure(calls.access.signIn.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate({ email: email.trim(), password, remember });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem error={signIn.error} />
        <TextInput
          label={wordings.shared.emailAddress}
          type="email"
          name={FIELDS.email.wire}
          autoComplete="username"
          required
          autoFocus={known === ''}
          data-autofocus={known === '' || undefined}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={common.password}
          name={FIELDS.password.wire}
          autoComplete="current-password"
          required
          autoFocus={known !== ''}
          data-autofocus={known !== '' || undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Checkbox
          label={wordings.signInForm.rememberMe}
          name={FIELDS.remember.wire}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" loading={signIn.isPending} fullWidth>
          {wordings.shared.signIn}
        </Button>
      </Stack>
    </form>
  );
}
