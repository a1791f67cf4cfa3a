import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { logFailure } from '../data/log.ts';
import { useAction } from '../data/use-call.ts';
import { MfaHelp } from './mfa-help.tsx';
import { wordings } from './wordings.ts';

/** Asks for a code by text; why none can be sent is explained in a dialog (access-and-reports, 2.5). */
export function CodeRequest({ onSent }: { onSent: () => void | Promise<void> }) {
  const [helpOpen, help] = useDisclosure(false);
  const send = useAction(calls.access.sendCode, {
    onSuccess: onSent,
    onFailure: (error) => {
      logFailure(calls.access.sendCode.path, error);
      help.open();
    },
  });
  return (
    <>
      <Button onClick={() => send.mutate({})} loading={send.isPending} fullWidth>
        {wordings.codeRequest.requestMfaCode}
      </Button>
      <MfaHelp opened={helpOpen} onClose={help.close} error={send.error} />
    </>
  );
}
