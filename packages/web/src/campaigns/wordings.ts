/** What the screens of this folder say; the words of the specification stand where they are used. */
import { formatNumber } from '../kit/numbers.tsx';

export const wordings = {
  firstSteps: { title: 'Quick Start', putAway: 'Put the Quick Start away' },
  askedAfterStop: (count: number) =>
    count === 1
      ? '1 person who opted out texted the keyword'
      : `${formatNumber(count)} people who opted out texted the keyword`,
};
