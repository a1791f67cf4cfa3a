import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { SegmentManager } from './segment-manager.tsx';

provideServer();

test('of many segments a part is drawn, and each says of how many it is one', async () => {
  const rows = Array.from({ length: 500 }, (_, n) => ({
    ID: n + 1,
    NAME: `S${n}`,
    VERSION: 1,
    CONDITIONCOUNT: 1,
    UPDATED_DT: '',
  }));
  answerCalls(server, {
    'segments/segmentList': () => ({ SEGMENTLIST: JSON.stringify(rows), TOTAL: 500 }),
  });
  show(<SegmentManager />, '/segments');
  await screen.findByText('500 segments');
  const drawn = within(screen.getByRole('list')).getAllByRole('link');
  expect(drawn[0]?.closest('li')?.getAttribute('aria-setsize')).toBe('500');
  expect(drawn.length).toBeLessThan(rows.length);
});
