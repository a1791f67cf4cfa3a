import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { AccessCard } from './access-card.tsx';
import { CodeRequest } from './code-request.tsx';

export function MfaRequest() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <AccessCard
      title="One more step"
      about="We text a six-digit code to your phone, to make sure that it is you."
      foot={
        <Anchor component={Link} underline="always" to={`/signin${search}`}>
          Sign in as somebody else
        </Anchor>
      }
    >
      <CodeRequest onSent={() => navigate(`/mfaverify${search}`)} />
    </AccessCard>
  );
}
