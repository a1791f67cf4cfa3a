/** The campaigns of an A/B blast whose answers the account keeps no more. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { Variants } from './variants.tsx';

provideServer();

const variant = (BATCHID: number, NAME: string) => ({
  BATCHID,
  NAME,
  PEOPLE: 100,
  REACHED: 100,
  REPLIED: 0,
  CLICKED: 0,
  OPTEDOUT: 0,
});

test.each([
  ['2026-02-01T10:00:00.000Z', true],
  ['2026-04-01T10:00:00.000Z', false],
])('a comparison that began on %s says what is missing of it: %s', async (began, isSaid) => {
  answerCalls(server, {
    'blast/blastVariants': () => ({ VARIANTS: JSON.stringify([variant(1, 'Early'), variant(2, 'Late')]) }),
    'account/dataKept': () => ({
      KINDS: JSON.stringify([
        { KIND: 'answers', MONTHS: 6, LEAST: 3, SINCE: '2026-03-15T00:00:00.000Z' },
        { KIND: 'texts', MONTHS: 1, LEAST: 1, SINCE: '2026-05-01T00:00:00.000Z' },
      ]),
    }),
  });
  const heard = server.heard.length;
  show(<Variants blast={7} began={began} />, '/blasts/7');
  await screen.findByText('Early');
  await expect.poll(() => server.heard.slice(heard).some(({ url }) => url.endsWith('dataKept'))).toBe(true);
  if (isSaid) await screen.findByText(/answers and clicks from before .*15.*2026.*missing here/);
  else expect(screen.queryByText(/missing here/)).toBeNull();
});
