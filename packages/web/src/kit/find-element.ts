/**
 * Stands in for the search of the component library (vite.config.ts), which looks for shadow roots in every
 * element of the page: with each choice field that is drawn, and twice when one opens. Our pages have none,
 * and a long campaign has 8,000 elements.
 */

export const findElementBySelector = (selector: string, root: ParentNode = document) =>
  root.querySelector<HTMLElement>(selector);

export const findElementsBySelector = (selector: string, root: ParentNode = document) => [
  ...root.querySelectorAll<HTMLElement>(selector),
];

export const getRootElement = () => document;
