import { Modal } from '@mantine/core';
import { RecoveryCodes } from '../access/recovery-codes.tsx';
import { wordings } from '../access/wordings.ts';

/** It closes only when somebody says that they have them. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={wordings.recoveryCodes.title}
    >
      <RecoveryCodes codes={codes} onSaved={onClose} />
    </Modal>
  );
}
