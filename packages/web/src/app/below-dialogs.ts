/**
 * While the focus is in a dialog, the screen below it is not there for assistive technology: not all of it
 * goes by `aria-modal`, and two buttons called Save could not be told apart.
 */
export function hideBelowDialogs(screen: HTMLElement): void {
  const show = () => screen.removeAttribute('aria-hidden');
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return;
    if (screen.contains(target)) show();
    else if (target.closest('[aria-modal="true"]')) screen.setAttribute('aria-hidden', 'true');
  });
  new MutationObserver(() => {
    if (screen.hasAttribute('aria-hidden') && !document.querySelector('[aria-modal="true"]')) show();
  }).observe(document.body, { childList: true, subtree: true });
}
