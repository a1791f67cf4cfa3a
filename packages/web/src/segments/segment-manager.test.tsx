import { screen } from '@testing-library/react';
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
  // By role each of them would be asked for its styles, which takes long.
  const drawn = document.querySelectorAll('li[aria-setsize="500"]');
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.length).toBeLessThan(rows.length);
});
