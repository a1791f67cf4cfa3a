import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { CodeRequest } from './code-request.tsx';
import { wordings } from './wordings.ts';

export function MfaRequest() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { data } = useCall(calls.access.codeTarget, {});
  if (data?.byApp) return <Navigate to={`/mfaverify${search}`} replace />;
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
