import { Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { logFailure } from '../data/log.ts';
import { keyOf, useAction } from '../data/use-call.ts';
import { common } from '../kit/wordings.ts';
import { canUsePasskeys } from '../passkeys/browser-passkeys.ts';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

const FIELDS = calls.access.signIn.form;

/** Signed in, as with a passkey; or a code is missing, which a text brings or an app shows. */
export type AfterPassword = 'done' | 'text' | 'app';

type SignInFormProps = {
  /** Known when somebody signs in again. */
  email?: string;
  /** The password was right, and this comes next. The form stays busy until it is done. */
  onSignedIn: (next: AfterPassword) => Promise<void>;
};

/** Email address, password and Remember me (access-and-reports, 2.3). */
export function SignInForm({ email: known = '', onSignedIn }: SignInFormProps) {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const [passkeyError, setPasskeyError] = useState<unknown>(null);
  const client = useQueryClient();
  const goOn = (next: AfterPassword) => {
    // Where codes come from is known of whoever signed in before.
    client.removeQueries({ queryKey: keyOf(calls.access.codeTarget) });
    return onSignedIn(next);
  };
  const signIn = useAction(calls.access.signIn, {
    onSuccess: ({ mfaRequired, byApp }) => goOn(mfaRequired ? (byApp ? 'app' : 'text') : 'done'),
    onFailure: (error) => logFailure(calls.access.signIn.path, error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPasskeyError(null);
    signIn.mutate({ email: email.trim(), password, remember });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Problem error={passkeyError ?? signIn.error} />
        <TextInput
          label={wordings.shared.emailAddress}
          type="email"
          name={FIELDS.email.wire}
          autoComplete={canUsePasskeys() ? 'username webauthn' : 'username'}
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
        <PasskeySignIn
          isPaused={signIn.isPending}
          remember={remember}
          onSignedIn={() => goOn('done')}
          onFailure={(error) => {
            if (error === null) signIn.reset();
            setPasskeyError(error);
          }}
        />
      </Stack>
    </form>
  );
}
