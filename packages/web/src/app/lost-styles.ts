/**
 * Styles of a screen that did not arrive. The bundler asks for a stylesheet once and never again: a screen
 * that is opened anew after a failure would stand there without any.
 */

const lost = new Map<string, HTMLLinkElement>();

/** Remembers every stylesheet that fails to load from now on. */
export function watchStyles(): void {
  document.addEventListener('error', remember, true);
}

function remember({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.set(target.href, target);
}

/** Asks for those again that are missing; rejects while one still does not come. */
export async function restoreStyles(): Promise<void> {
  await Promise.all([...lost.values()].map(askAgain));
}

function askAgain(missing: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link');
  again.rel = 'stylesheet';
  again.href = missing.href;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => {
      lost.delete(missing.href);
      resolve();
    });
    again.addEventListener('error', () => {
      again.remove();
      reject(new Error(`The stylesheet ${missing.href} does not load.`));
    });
    // In its old place: the order of the sheets decides between them.
    if (missing.isConnected) missing.replaceWith(again);
    else document.head.append(again);
  });
}
