/**
 * Failures that the product never shows to people (the error catalogue: sign-in calls, tiles) go to the
 * console.
 */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the browser's console is written to
  console.warn(what, error);
}
