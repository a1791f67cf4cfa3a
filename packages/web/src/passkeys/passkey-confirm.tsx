import { Button } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ask } from '../data/ask.ts';
import { useCall } from '../data/use-call.ts';
import { canUsePasskeys, proofOf } from './browser-passkeys.ts';
import { useCeremony } from './use-ceremony.ts';
import { wordings } from './wordings.ts';

type PasskeyConfirmProps = {
  onConfirmed: () => void;
  /** Null: a new try has begun. */
  onFailure: (error: unknown) => void;
};

/** Shows with a passkey that it is them; nothing for who has none that works here. */
export function PasskeyConfirm({ onConfirmed, onFailure }: PasskeyConfirmProps) {
  const { data } = useCall(calls.passkeys.list, {}, { enabled: canUsePasskeys() });
  const newCeremony = useCeremony();
  const confirm = useMutation({
    mutationFn: async () => {
      onFailure(null);
      const over = newCeremony();
      const { options, offer } = await ask(calls.passkeys.beginConfirm, {});
      const proof = await proofOf(options, over);
      if (!proof) return;
      await ask(calls.passkeys.confirm, { offer, proof });
      if (!over.aborted) onConfirmed();
    },
    onError: onFailure,
  });
  if (!data?.passkeys.some(({ host }) => host === location.hostname)) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconFingerprint size={18} stroke={1.5} />}
      loading={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      {wordings.confirm}
    </Button>
  );
}
