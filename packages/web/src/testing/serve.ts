import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from './answering-server.ts';
import { completeDom } from './show.tsx';

/** There while a file's tests run that has called {@link provideServer}. */
export let server: AnsweringServer;

/** One server for all tests of a file, in a DOM that is complete, and empty again after each of them. */
export function provideServer(): void {
  beforeAll(async () => {
    completeDom();
    server = await startAnsweringServer();
  });
  afterAll(() => server.stop());
  afterEach(cleanup);
}
