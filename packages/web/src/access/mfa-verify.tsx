import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { Link, useLocation, useNavigate } from 'react-router';
import { safePath } from '../app/guards.ts';
import { checkLogin } from '../data/session.ts';
import { useCall } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { CodeForm } from './code-form.tsx';
import { wordings } from './wordings.ts';

export function MfaVerify() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { data } = useCall(calls.access.codeTarget, {});
  const goOn = async () => {
    await checkLogin();
    await navigate(safePath(new URLSearchParams(search).get('rdx')) ?? '/', { replace: true });
  };
  return (
    <AccessCard
      title={wordings.mfaVerify.enterYourCode}
      foot={
        data?.byApp ? (
          <Anchor component={Link} underline="always" to={`/signin${search}`}>
            {wordings.mfaRequest.useADifferentAccount}
          </Anchor>
        ) : (
          <>
            {wordings.shared.didntGetACode}{' '}
            <Anchor component={Link} underline="always" to={`/mfarequest${search}`}>
              {wordings.mfaVerify.requestANewCode}
            </Anchor>
          </>
        )
      }
    >
      <CodeForm onVerified={goOn} />
    </AccessCard>
  );
}
