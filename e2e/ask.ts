import type { Page } from 'playwright-core';

/** A call of the person at the page, with their session. Answers the reply. */
export async function askAs(
  page: Page,
  path: string,
  form: Record<string, string>,
): Promise<Record<string, unknown>> {
  return (await page.request.post(`/session/api/${path}`, { form })).json();
}
