import { Anchor, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { Link, useLocation, useNavigate } from 'react-router';
import { logFailure } from '../data/log.ts';
import { useAction } from '../data/use-call.ts';
import { AccessCard } from './access-card.tsx';
import { MfaHelp } from './mfa-help.tsx';

export function MfaRequest() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [helpOpen, help] = useDisclosure(false);
  const send = useAction(calls.access.sendCode, {
    onSuccess: () => void navigate(`/mfaverify${search}`),
    onFailure: (error) => {
      logFailure(calls.access.sendCode.path, error);
      help.open();
    },
  });
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
      <Button onClick={() => send.mutate({})} loading={send.isPending} fullWidth>
        Request MFA Code
      </Button>
      <MfaHelp opened={helpOpen} onClose={help.close} error={send.error} />
    </AccessCard>
  );
}
