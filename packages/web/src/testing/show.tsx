/** Shows a screen as the app does, in the DOM of a test, against an {@link AnsweringServer}. */
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { type AnsweringServer, type Heard, reply } from './answering-server.ts';

/** A busy machine takes longer to draw a screen than the second that is waited for otherwise. */
configure({ asyncUtilTimeout: 60_000 });

/** What browsers have and this DOM lacks; the widget library asks for it. */
export function completeDom(): void {
  window.matchMedia ??= (() => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  })) as never;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as never;
  if (!document.fonts)
    Object.defineProperty(document, 'fonts', { value: { addEventListener() {}, removeEventListener() {} } });
  Element.prototype.scrollIntoView ??= () => undefined;
}

/**
 * Shows an element at an address; `path` is its row of the route table. Every other address says 'elsewhere'.
 */
export function show(element: ReactNode, at: string, path = at.split('?')[0] ?? at) {
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    location.origin + at,
  );
  const router = createBrowserRouter([
    { path, element },
    { path: '*', element: <p>elsewhere</p> },
  ]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

/** Beside an element a button that asks the server anew, as news of a change do. */
export function WithNews({ of }: { of: ReactNode }) {
  const client = useQueryClient();
  return (
    <>
      <button type="button" onClick={() => void client.invalidateQueries()}>
        News
      </button>
      {of}
    </>
  );
}

type Fields = Record<string, unknown>;

/** Answers calls by their path; a call that is not named fails the test by a refusal that names it. */
export function answerCalls(
  server: AnsweringServer,
  calls: Record<string, (form: URLSearchParams) => Fields | Promise<Fields>>,
) {
  server.answer(async (heard) => {
    const path = heard.url.replace(/^\/session\/api\//, '').split('?')[0] ?? '';
    const answer = calls[path];
    return {
      body: answer
        ? reply(await answer(formOf(heard)))
        : reply({ RESULT: 0, MESSAGE: `Nobody expected ${path}.` }),
    };
  });
}

/** The fields of a request. */
export function formOf({ body }: Heard): URLSearchParams {
  if (!body.includes('Content-Disposition')) return new URLSearchParams(body);
  const parts = body.matchAll(/name="([^"]+)"\r\n\r\n([\s\S]*?)\r\n--/g);
  return new URLSearchParams([...parts].map(([, name = '', value = '']) => [name, value]));
}

/** The forms of all requests to a call so far, oldest first. */
export const askedFor = (server: AnsweringServer, path: string): URLSearchParams[] =>
  server.heard.filter(({ url }) => url.endsWith(path)).map(formOf);
