/** What the hosting page says about itself on the root element. */
export type RootElement = {
  element: HTMLElement;
  /** An older product hosts the page: links load whole pages and the content is hidden. */
  legacy: boolean;
  /** Where the app opens when the address names no screen. */
  targetPath: string;
};

export function readRoot(element: HTMLElement): RootElement {
  const { legacy, targetPath } = element.dataset;
  return {
    element,
    legacy: legacy !== undefined && legacy !== '0' && legacy !== 'false',
    targetPath: targetPath || '/',
  };
}

const found = document.getElementById('root');
if (!found) throw new Error('The page has no element with the id "root".');
export const root: RootElement = readRoot(found);
