import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { afterSignIn } from '../app/guards.ts';
import { checkLogin, useSession } from '../data/session.ts';
import { Notice } from '../kit/notice.tsx';
import { AccessCard } from './access-card.tsx';
import { useSessionEnd } from './session-end.ts';
import { type AfterPassword, SignInForm } from './sign-in-form.tsx';
import { wordings } from './wordings.ts';

export function SignIn() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const expired = useSession(
    (session) => session.status === 'expired' || (session.status === 'out' && session.expired),
  );
  const end = useSessionEnd();
  const passwordSet = (state as { passwordSet?: true } | null)?.passwordSet;
  const ended = end && (end.words ?? (expired ? wordings.signIn.yourSessionEnded : null));
  const goOn = async (next: AfterPassword) => {
    // The screen of before is one of an account that they no longer belong to.
    const back = end?.canGoOn === false ? '' : search;
    if (next === 'text') return void (await navigate(`/mfarequest${back}`));
    if (next === 'app') return void (await navigate(`/mfaverify${back}`));
    await checkLogin();
    await navigate(afterSignIn(back), { replace: true });
  };
  return (
    <AccessCard
      title={wordings.shared.signIn}
      foot={
        <>
          {wordings.signIn.newToParley}{' '}
          <Anchor component={Link} underline="always" to={`/signup${search}`}>
            {wordings.signIn.createAnAccount}
          </Anchor>
          <br />
          {wordings.shared.forgotYourPassword}{' '}
          <Anchor component={Link} underline="always" to={`/forgot${search}`}>
            {wordings.signIn.setANewOne}
          </Anchor>
        </>
      }
    >
      {ended && !passwordSet && (
        <div role="status">
          <Notice>{ended}</Notice>
        </div>
      )}
      {passwordSet && (
        <div role="status">
          <Notice>{wordings.signIn.yourNewPasswordIsSet}</Notice>
        </div>
      )}
      <SignInForm onSignedIn={goOn} />
    </AccessCard>
  );
}
