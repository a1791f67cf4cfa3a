import { Anchor } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { AccessCard } from './access-card.tsx';
import { CodeRequest } from './code-request.tsx';
import { wordings } from './wordings.ts';

export function MfaRequest() {
  const { search } = useLocation();
  const navigate = useNavigate();
  return (
    <AccessCard
      title={wordings.mfaRequest.oneMoreStep}
      about={wordings.mfaRequest.toMakeSure}
      foot={
        <Anchor component={Link} underline="always" to={`/signin${search}`}>
          {wordings.mfaRequest.useADifferentAccount}
        </Anchor>
      }
    >
      <CodeRequest onSent={() => navigate(`/mfaverify${search}`)} />
    </AccessCard>
  );
}
