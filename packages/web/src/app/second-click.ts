/** What lies above the page. */
const LAYER = '[role="dialog"], [role="menu"], [role="listbox"]';
const layerOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(LAYER) : null);
/** A screen, or a step of one: Back leads to the one before. A day or a filter that is chosen is none. */
const place = () => `${(history.state as { idx?: number } | null)?.idx} ${location.pathname}`;

/**
 * Many people double-click whatever they press. The first click of the two closes a dialog, opens one, or
 * leads to another screen or step; the second one falls on what has come to lie under the pointer, and must
 * not open a stranger's list or answer a question nobody has read.
 */
export function dropSecondClicks(): void {
  let first: { layer: Element | null; place: string } = { layer: null, place: '' };
  window.addEventListener(
    'click',
    (event) => {
      // 0: a key; 1: a click that follows no other at once.
      if (event.detail < 2) {
        first = { layer: layerOf(event.target), place: place() };
        return;
      }
      if (first.layer === layerOf(event.target) && first.place === place()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
}
