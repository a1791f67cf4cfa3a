/** A button or field that opens a list to pick from, or one that searches in it. */
const SEARCH = '[role="presentation"][data-position] [role="combobox"]';
const PICKER = `[aria-haspopup="listbox"], ${SEARCH}`;
const CHOSEN = '[data-combobox-selected]';
/** A field of several values that offers none: the library takes it for a picker all the same. */
const LISTLESS = '[data-listless]';
const OF_PICKERS = ['role', 'aria-haspopup', 'aria-expanded', 'aria-controls', 'aria-activedescendant'];

const put = (element: Element, name: string, value: string | null | undefined) => {
  if (element.getAttribute(name) === (value ?? null)) return;
  if (value == null) element.removeAttribute(name);
  else element.setAttribute(name, value);
};

/** The list that an open picker shows: the one that it names, else the one that came last. */
function listOf(picker: Element): Element | null {
  const lists = [...document.querySelectorAll('[role="presentation"][data-position] [role="listbox"]')];
  return lists.find(({ id }) => id === picker.getAttribute('aria-controls')) ?? lists.at(-1) ?? null;
}

const PARTS = `[role="listbox"], [role="option"], ${PICKER}`;
const hasPart = (node: Node) =>
  node instanceof Element && (node.matches(PARTS) || node.querySelector(PARTS) !== null);
/**
 * Most of what changes on a screen is of no picker, and to look through a long one takes time: at each key
 * that is pressed.
 */
const isOfPicker = ({ type, addedNodes, removedNodes }: MutationRecord) =>
  type === 'attributes' || [...addedNodes, ...removedNodes].some(hasPart);

/**
 * Says to assistive technology what the library shows: it draws the list after the field that opens it, so
 * that the field is told closed while it is open, and goes on naming options of the list before, which are
 * gone. One watch, so that it holds for every picker.
 */
export function tellListPickers(): void {
  new MutationObserver((changes) => {
    if (!changes.some(isOfPicker)) return;
    for (const field of document.querySelectorAll(LISTLESS))
      for (const name of OF_PICKERS) put(field, name, null);
    for (const picker of document.querySelectorAll(PICKER)) {
      // A search lies in the list itself: where it is, the list is open.
      const isSearch = picker.matches(SEARCH);
      const list = isSearch || picker.hasAttribute('data-expanded') ? listOf(picker) : null;
      if (!isSearch) put(picker, 'aria-expanded', String(list !== null));
      put(picker, 'aria-controls', list?.id);
      put(picker, 'aria-activedescendant', list?.querySelector(CHOSEN)?.id);
    }
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-expanded', 'data-combobox-selected', 'aria-expanded', 'aria-activedescendant'],
  });
}
