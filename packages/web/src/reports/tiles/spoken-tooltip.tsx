import { ChartTooltip } from '@mantine/charts';
import { type ComponentProps, useEffect, useRef } from 'react';
import { formatNumber } from '../../kit/numbers.tsx';

type Payload = ComponentProps<typeof ChartTooltip>['payload'];
type SpokenTooltipProps = {
  /** The day or month of the point. */
  label: string;
  payload: Payload;
  /** Told the figures of the point while the keyboard is on the chart. */
  onSay: (words: string) => void;
};

/** The figures of a point; those that the arrow keys reach are said, too. */
export function SpokenTooltip({ label, payload, onSay }: SpokenTooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  const figures = (payload ?? []).map(({ name, value }) => `${name} ${formatNumber(Number(value ?? 0))}`);
  const words = figures.length > 0 ? `${label}: ${figures.join(', ')}` : '';
  useEffect(() => {
    const chart = box.current?.closest('.recharts-wrapper');
    if (words !== '' && chart?.contains(document.activeElement)) onSay(words);
  }, [words, onSay]);
  return (
    <div ref={box}>
      <ChartTooltip label={label} payload={payload} valueFormatter={formatNumber} />
    </div>
  );
}
