/**
 * A button that is busy is disabled, and the browser takes the focus from it: whoever pressed it by keyboard
 * would begin anew at the top. Once the button is free again it has the focus back, unless something else has
 * taken it meanwhile.
 */
export function keepFocusOfBusyButtons(): void {
  let last: EventTarget | null = null;
  let busy: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  const hear = ({ target }: MutationRecord) => {
    const button = target as HTMLButtonElement;
    if (button.disabled) {
      // A dialog may take the focus before it is free again.
      if (button === last) busy = button;
      return;
    }
    if (button !== last && button !== busy) return;
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
    busy = null;
  };
  new MutationObserver((changes) => changes.forEach(hear)).observe(document.body, {
    attributeFilter: ['disabled'],
    subtree: true,
  });
}
