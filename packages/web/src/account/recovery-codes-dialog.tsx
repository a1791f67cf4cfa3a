import { RecoveryCodes } from '../access/recovery-codes.tsx';
import { wordings } from '../access/wordings.ts';
import { HeldModal } from '../kit/held-modal.tsx';

/** It closes only when somebody says that they have them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <HeldModal title={wordings.recoveryCodes.title}>
      <RecoveryCodes codes={codes} onSaved={onClose} />
    </HeldModal>
  );
}
