import { Modal, Stack, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { SetUpForm } from '../access/set-up-form.tsx';
import { wordings as accessWordings } from '../access/wordings.ts';
import { wordings } from './wordings.ts';

type SetUpDialogProps = Pick<ComponentProps<typeof SetUpForm>, 'offered' | 'onDone'> & {
  /** There is one already: it goes on until this one has shown a code. */
  isAnother: boolean;
  onClose: () => void;
};

export function SetUpDialog({ offered, isAnother, onClose, onDone }: SetUpDialogProps) {
  const title = isAnother ? wordings.authenticator.setUpAnother : accessWordings.setUp.title;
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {isAnother && <Text c="dimmed">{wordings.authenticator.theOldOneGoesOn}</Text>}
        <SetUpForm offered={offered} onCancel={onClose} onDone={onDone} />
      </Stack>
    </Modal>
  );
}
