/** A dialog that somebody types in. */
import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { hasTypedIn } from '../data/typed.ts';
import { askBeforeLeaving, useLeaving, useUnsavedIn } from '../data/unsaved.ts';

/**
 * Escape, a click beside it, its ×, Back and a reload ask before they take a text that was written in it. Its
 * own buttons do what they say.
 */
export function TextDialog({ onClose, closeOnEscape = true, children, ...modal }: ModalProps) {
  const content = useRef<HTMLDivElement>(null);
  const isSent = useRef(false);
  const isAsked = useLeaving(({ question }) => question !== null);
  const holdsText = () => content.current !== null && hasTypedIn(content.current);
  // What is sent may lead to another screen.
  useUnsavedIn(modal.opened, () => !isSent.current && holdsText());
  const close = () => {
    if (holdsText()) askBeforeLeaving({ isDialog: true, leave: onClose, stay: () => undefined });
    else onClose();
  };
  return (
    <Modal {...modal} onClose={close} closeOnEscape={closeOnEscape && !isAsked}>
      <div
        ref={content}
        style={{ display: 'contents' }}
        onInputCapture={() => {
          isSent.current = false;
        }}
        onSubmitCapture={() => {
          isSent.current = true;
        }}
      >
        {children}
      </div>
    </Modal>
  );
}
