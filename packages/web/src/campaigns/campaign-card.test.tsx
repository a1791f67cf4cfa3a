import type { calls, ReplyOf } from '@parley/contract';
import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { provideServer, server } from '../testing/serve.ts';
import { answerCalls, show } from '../testing/show.tsx';
import { CampaignCard } from './campaign-card.tsx';

type Campaign = ReplyOf<typeof calls.campaigns.list>['campaigns'][number];
const CAMPAIGN: Campaign = {
  id: 12,
  name: 'Spring sale',
  group: '',
  keyword: 'SPRING',
  furtherKeywords: [],
  catchAllOf: [],
  closedOf: [],
  templateId: 1,
  templateName: '',
  icon: 1001,
  finished: true,
  active: '1',
  askedAfterStop: 0,
  runs: 0,
  runsBy: 0,
  runOf: 0,
  running: true,
  faults: 0,
  fault: '',
  reached: 0,
};

provideServer();
beforeEach(() => answerCalls(server, { 'control-flow-template/LoadTemplateIcons': () => ({ ICONS: '[]' }) }));

const nothing = () => undefined;
const showCard = (part: Partial<Campaign>) =>
  show(
    <CampaignCard
      campaign={{ ...CAMPAIGN, ...part }}
      send={undefined}
      onRestored={nothing}
      onDuplicated={nothing}
    />,
    '/',
  );
const leadsTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('faults of the last days stand below a card with the latest one, and lead to its steps', () => {
  showCard({ faults: 3, fault: 'Tag “Color” was deleted.' });
  expect(leadsTo('3 problems in the last 7 days')).toBe('/campaign/editor/12');
  expect(screen.getByText('Tag “Color” was deleted.')).toBeTruthy();
});

test('a live campaign with a broken step says that instead of “You’re almost there!”; one that nothing leads to does not', () => {
  showCard({ finished: false });
  expect(leadsTo('Live, but a step has an error')).toBe('/campaign/editor/12');
  expect(screen.queryByText("You're almost there!")).toBeNull();
  cleanup();
  showCard({ finished: false, running: false });
  expect(screen.getByText("You're almost there!")).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Live, but a step has an error' })).toBeNull();
});

test('further keywords are counted behind the first one, and named to who asks or listens', () => {
  showCard({ furtherKeywords: ['FRÜHLING', 'SPRNG'] });
  expect(screen.getByTitle('Keywords: SPRING, FRÜHLING, SPRNG').textContent).toBe(
    'SPRING+2and FRÜHLING, SPRNG',
  );
  cleanup();
  showCard({});
  expect(screen.getByTitle('Keyword: SPRING').textContent).toBe('SPRING');
  cleanup();
  showCard({ keyword: '', furtherKeywords: ['SPRNG'] });
  expect(screen.getByTitle('Keyword: SPRNG').textContent).toBe('SPRNG');
});

test('a card says on which channels it answers what nothing else does', () => {
  showCard({ catchAllOf: ['Main', 'Shop'], closedOf: ['Main'] });
  screen.getByText('Answers unmatched texts on Main, Shop');
  screen.getByText('Answers outside opening hours on Main');
});

test('runs of an automata stand behind their campaign, with the way to what all of them came to', () => {
  showCard({ runs: 22, runsBy: 5 });
  expect(leadsTo('22 automata runs')).toBe('/?runs=12');
  expect(leadsTo('See totals')).toBe('/automata/editor/5');
});
