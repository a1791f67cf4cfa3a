/** What the hosting page says about itself on the root element. */
export type RootElement = {
  element: HTMLElement;
  /** An older product hosts the page: links load whole pages and the content is hidden. */
  legacy: boolean;
  /** What the paths of the older product begin with; empty: they are the same as ours. */
  legacyPath: string;
  /** Where the app opens when the address names no screen. */
  targetPath: string;
};

/**
 * `data-legacy` switches legacy mode on and may hold the path that the older product lies under;
 * `data-target-path`: see above.
 */
export function readRoot(element: HTMLElement): RootElement {
  const { legacy, targetPath } = element.dataset;
  return {
    element,
    legacy: legacy !== undefined && legacy !== '0' && legacy !== 'false',
    legacyPath: legacy?.startsWith('/') ? legacy.replace(/\/+$/, '') : '',
    targetPath: targetPath || '/',
  };
}

const found = document.getElementById('root');
if (!found) throw new Error('The page has no element with the id "root".');
export const root: RootElement = readRoot(found);
