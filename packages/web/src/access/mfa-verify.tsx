import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { safePath } from '../app/guards.ts';
import { checkLogin } from '../data/session.ts';
import { AccessCard } from './access-card.tsx';
import { CodeForm } from './code-form.tsx';
import { wordings } from './wordings.ts';

export function MfaVerify() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const goOn = async () => {
    await checkLogin();
    await navigate(safePath(new URLSearchParams(search).get('rdx')) ?? '/', { replace: true });
  };
  return (
    <AccessCard
      title={wordings.mfaVerify.enterYourCode}
      foot={
        <>
          {wordings.shared.didntGetACode}{' '}
          <Anchor component={Link} underline="always" to={`/mfarequest${search}`}>
            {wordings.mfaVerify.requestANewCode}
          </Anchor>
        </>
      }
    >
      <CodeForm onVerified={goOn} />
    </AccessCard>
  );
}
