import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { CodeRequest } from './code-request.tsx';
import { FirstSetUp } from './first-set-up.tsx';
import { useGoOn } from './use-go-on.ts';
import { wordings } from './wordings.ts';

export function MfaRequest() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const { data } = useCall(calls.access.codeTarget, {});
  const [isFirst, setFirst] = useState(false);
  // Once the app is set up it is no longer the first; its recovery codes stay until they are kept.
  if (data?.canSetUp && !isFirst) setFirst(true);
  const foot = (
    <Anchor component={Link} underline="always" to={`/signin${search}`}>
      {wordings.mfaRequest.useADifferentAccount}
    </Anchor>
  );
  if (isFirst) return <FirstSetUp onSignedIn={() => void goOn()} foot={foot} />;
  if (data?.byApp) return <Navigate to={`/mfaverify${search}`} replace />;
  return (
    <AccessCard title={wordings.mfaRequest.oneMoreStep} about={wordings.mfaRequest.toMakeSure} foot={foot}>
      <CodeRequest onSent={() => navigate(`/mfaverify${search}`)} />
    </AccessCard>
  );
}
