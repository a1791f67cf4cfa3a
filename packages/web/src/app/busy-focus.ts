/**
 * A button that is busy is disabled, and the browser takes the focus from it: whoever pressed it by keyboard would begin anew at
 * the top. Once the button is free again it has the focus back, unless something else has taken it meanwhile.
 */
export function keepFocusOfBusyButtons(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    const freed = changes.some(({ target }) => target === last && !(target as HTMLButtonElement).disabled);
    if (freed && document.activeElement === document.body)
      (last as HTMLButtonElement).focus({ preventScroll: true });
  }).observe(document.body, { attributeFilter: ['disabled'], subtree: true });
}
