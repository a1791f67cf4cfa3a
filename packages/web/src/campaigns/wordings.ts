/** What the screens of this folder say; the words of the specification stand where they are used. */
import { formatNumber } from '../kit/numbers.tsx';

export const wordings = {
  firstSteps: { title: 'Quick Start', putAway: 'Put the Quick Start away' },
  askedAfterStop: (count: number) =>
    count === 1
      ? '1 person who opted out texted the keyword'
      : `${formatNumber(count)} people who opted out texted the keyword`,
  runs: (count: number) => (count === 1 ? '1 run' : `${formatNumber(count)} runs`),
  automata: 'Automata',
  runsOf: (name: string) => `Runs of “${name}”`,
  allCampaigns: 'Show all campaigns',
  broken: 'It’s live, and a step has an error. Fix it',
  faults: (count: number) =>
    count === 1
      ? '1 problem in the last 7 days: '
      : `${formatNumber(count)} problems in the last 7 days, the latest: `,
};
