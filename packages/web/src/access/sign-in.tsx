import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { afterSignIn } from '../app/guards.ts';
import { checkLogin, useSession } from '../data/session.ts';
import { Notice } from '../kit/notice.tsx';
import { AccessCard } from './access-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

export function SignIn() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const expired = useSession(
    (session) => session.status === 'expired' || (session.status === 'out' && session.expired),
  );
  const goOn = async (mfaRequired: boolean) => {
    if (!mfaRequired) await checkLogin();
    await (mfaRequired ? navigate(`/mfarequest${search}`) : navigate(afterSignIn(search), { replace: true }));
  };
  return (
    <AccessCard
      title="Sign in"
      foot={
        <>
          New to Parley?{' '}
          <Anchor component={Link} underline="always" to={`/signup${search}`}>
            Create an account
          </Anchor>
          <br />
          Forgot your password?{' '}
          <Anchor component={Link} underline="always" to={`/forgot${search}`}>
            Set a new one
          </Anchor>
        </>
      }
    >
      {expired && (
        <div role="status">
          <Notice>Your session has ended. Sign in to go on where you were.</Notice>
        </div>
      )}
      {(state as { passwordSet?: true } | null)?.passwordSet && (
        <div role="status">
          <Notice>Your new password is set, and every session of yours has ended. Sign in with it.</Notice>
        </div>
      )}
      <SignInForm onSignedIn={goOn} />
    </AccessCard>
  );
}
