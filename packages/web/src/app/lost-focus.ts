const ROW = 'li, tr, article';

/** Where to go on in a row: its step's line, its link, else its first control. */
const controlOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[data-head]') ??
  row.querySelector<HTMLElement>('a[href]') ??
  row.querySelector<HTMLElement>('button:not([disabled])');

/** The nearest control among a row and those on its further side. */
function nearest(row: Node | null, further: 'nextElementSibling' | 'previousElementSibling') {
  for (let at = row instanceof Element ? row : null; at?.isConnected; at = at[further]) {
    const control = at.matches(ROW) ? controlOf(at) : null;
    if (control) return control;
  }
  return null;
}

/** The screen's heading takes the focus where no row is left. */
function headingOf(screen: HTMLElement): HTMLElement | null {
  const heading = screen.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}

/**
 * A row that goes takes the focus with it, and so does one that is moved: whoever works by keyboard would
 * begin anew at the top of the page. The focus goes to the next row, else to the one before, else to the
 * heading; a row that was moved keeps it. What is pressed in a dialog or a menu of a row counts as pressed in
 * the row; another screen has its own beginning.
 */
export function keepFocusOfRows(screen: HTMLElement): void {
  let last: HTMLElement | null = null;
  let path = '';
  let beside: { next: Node | null; before: Node | null } | null = null;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !screen.contains(target)) return;
    last = target.closest(ROW) ? target : null;
    path = location.pathname;
    beside = null;
  });
  // A click beside everything lets go of it on purpose.
  document.addEventListener('click', () => {
    if (last?.isConnected && document.activeElement === document.body) last = null;
  });
  new MutationObserver((changes) => {
    if (!last) return;
    for (const { removedNodes, nextSibling, previousSibling } of changes)
      for (const node of removedNodes)
        if (node.contains(last)) beside = { next: nextSibling, before: previousSibling };
    if (!beside || document.activeElement !== document.body) return;
    const to = last.isConnected
      ? last
      : (nearest(beside.next, 'nextElementSibling') ??
        nearest(beside.before, 'previousElementSibling') ??
        headingOf(screen));
    last = null;
    beside = null;
    if (path === location.pathname) to?.focus({ preventScroll: to.isConnected && to.tabIndex < 0 });
  }).observe(document.body, { childList: true, subtree: true });
}
