import { Modal, type ModalProps } from '@mantine/core';

/** A dialog that no key, click or cross closes: it ends by what stands in it. */
export const HeldModal = (props: Omit<ModalProps, 'opened' | 'onClose'>) => (
  <Modal
    opened
    onClose={() => undefined}
    withCloseButton={false}
    closeOnEscape={false}
    closeOnClickOutside={false}
    {...props}
  />
);
