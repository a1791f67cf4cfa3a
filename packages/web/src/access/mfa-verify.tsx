import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { safePath } from '../app/guards.ts';
import { checkLogin } from '../data/session.ts';
import { AccessCard } from './access-card.tsx';
import { CodeForm } from './code-form.tsx';

export function MfaVerify() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const goOn = async () => {
    await checkLogin();
    await navigate(safePath(new URLSearchParams(search).get('rdx')) ?? '/', { replace: true });
  };
  return (
    <AccessCard
      title="Enter your code"
      foot={
        <>
          Nothing came?{' '}
          <Anchor component={Link} underline="always" to={`/mfarequest${search}`}>
            Request a new code
          </Anchor>
        </>
      }
    >
      <CodeForm onVerified={goOn} />
    </AccessCard>
  );
}
