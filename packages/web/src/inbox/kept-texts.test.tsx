import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { answerCalls, completeDom, show } from '../testing/show.tsx';
import { KeptTexts } from './kept-texts.tsx';

completeDom();
let server: AnsweringServer;
beforeEach(async () => {
  server = await startAnsweringServer();
  const kind = (name: string, since: string) => ({ KIND: name, MONTHS: 6, LEAST: 1, SINCE: since });
  const kinds = [
    kind('texts', '2026-05-03T00:00:00.000Z'),
    kind('messages', ''),
    kind('clicks', '2026-08-01T00:00:00Z'),
  ];
  answerCalls(server, { 'account/dataKept': () => ({ KINDS: JSON.stringify(kinds) }) });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

test('whoever was there before says since when texts are kept, and whoever came later says nothing', async () => {
  show(
    <>
      <section aria-label="of old">
        <KeptTexts knownSince="2026-01-05T10:00:00.000Z" />
      </section>
      <section aria-label="new">
        <KeptTexts knownSince="2026-06-05T10:00:00.000Z" />
      </section>
    </>,
    '/inbox',
  );
  const words = 'Your account doesn’t keep texts from before May 3, 2026.';
  expect(await screen.findAllByText(words)).toHaveLength(1);
  expect(screen.getByRole('region', { name: 'of old' }).textContent).toBe(words);
});
