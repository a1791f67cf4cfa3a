/** A dialog that somebody types in. */
import { Modal, type ModalProps } from '@mantine/core';
import { useRef } from 'react';
import { hasTypedIn } from '../data/typed.ts';
import { askBeforeLeaving, useLeaving, useUnsavedIn } from '../data/unsaved.ts';

/** How a form says that it was not taken. */
const REFUSED = '[role="alert"], [aria-invalid="true"]';

/**
 * Escape, a click beside it, its ×, Back and a reload ask before they take a text that was written in it. Its
 * own buttons do what they say.
 */
export function TextDialog({ onClose, closeOnEscape = true, children, ...modal }: ModalProps) {
  const content = useRef<HTMLDivElement>(null);
  const isSent = useRef(false);
  /** A click beside the dialog takes the focus away before anybody is asked. */
  const field = useRef<Element | null>(null);
  const isAsked = useLeaving(({ question }) => question !== null);
  const holdsText = () => content.current !== null && hasTypedIn(content.current);
  const isRefused = () => content.current?.querySelector(REFUSED) != null;
  // What is sent may lead to another screen; what was refused is typed text as before.
  useUnsavedIn(modal.opened, () => holdsText() && (!isSent.current || isRefused()));
  const close = () => {
    if (!holdsText()) onClose();
    else askBeforeLeaving({ isDialog: true, leave: onClose, stay: () => undefined, field: field.current });
  };
  return (
    <Modal {...modal} onClose={close} closeOnEscape={closeOnEscape && !isAsked}>
      <div
        ref={content}
        style={{ display: 'contents' }}
        onFocusCapture={(event) => {
          field.current = event.target;
        }}
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
