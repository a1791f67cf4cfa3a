import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { Link, useLocation } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { CodeForm } from './code-form.tsx';
import { useGoOn } from './use-go-on.ts';
import { wordings } from './wordings.ts';

export function MfaVerify() {
  const { search } = useLocation();
  const { data } = useCall(calls.access.codeTarget, {});
  const goOn = useGoOn();
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
