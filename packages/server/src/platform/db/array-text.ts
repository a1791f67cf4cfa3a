/**
 * PostgreSQL's own text of an array, put together from elements that were made one by one. The driver makes
 * the text of an array in one go, which holds everybody else when it has thousands of long elements.
 */

/** One element; null is NULL. */
export function arrayElement(text: string | null): string {
  return text === null ? 'NULL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The array of such elements, to be cast where it is used. */
export function arrayText(elements: readonly string[]): string {
  return `{${elements.join(',')}}`;
}
