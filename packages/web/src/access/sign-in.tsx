import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { afterSignIn } from '../app/guards.ts';
import { checkLogin, useSession } from '../data/session.ts';
import { Notice } from '../kit/notice.tsx';
import { AccessCard } from './access-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { wordings } from './wordings.ts';

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
      {expired && (
        <div role="status">
          <Notice>{wordings.signIn.yourSessionEnded}</Notice>
        </div>
      )}
      {(state as { passwordSet?: true } | null)?.passwordSet && (
        <div role="status">
          <Notice>{wordings.signIn.yourNewPasswordIsSet}</Notice>
        </div>
      )}
      <SignInForm onSignedIn={goOn} />
    </AccessCard>
  );
}
