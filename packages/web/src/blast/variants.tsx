import { Table, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { type Interval, wilson, winnerOf } from '@parley/rules/wilson.ts';
import { useCall } from '../data/use-call.ts';
import { formatNumber, formatPercent } from '../kit/numbers.tsx';
import classes from './live.module.css';

type Variant = ReplyOf<typeof calls.delivery.variants>['variants'][number];

const EVERY_MS = 30_000;
const MEASURES = [
  { key: 'replied', label: 'Replied', best: 'has more replies' },
  { key: 'clicked', label: 'Clicked', best: 'has more clicks' },
  { key: 'optedOut', label: 'Opted out', best: 'has more opt-outs' },
] as const;

/** The campaigns of an A/B blast side by side, each share with its margin; nothing for a blast of one campaign. */
export function Variants({ blast }: { blast: number }) {
  const { data } = useCall(calls.delivery.variants, { blast }, { refetchInterval: EVERY_MS });
  const variants = data?.variants ?? [];
  if (variants.length < 2) return null;
  return (
    <section className={`card ${classes.outcome}`} aria-label="A/B test">
      <Title order={2}>A/B test</Title>
      <div className={classes.tableBox}>
        <Table verticalSpacing="xs" className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Campaign</Table.Th>
              <Table.Th data-figure="people">Reached</Table.Th>
              {MEASURES.map(({ key, label }) => (
                <Table.Th key={key} data-figure={key}>
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variants.map((variant) => (
              <Table.Tr key={variant.campaign}>
                <Table.Td>{variant.name}</Table.Td>
                <Table.Td data-figure="people">{formatNumber(variant.reached)}</Table.Td>
                {MEASURES.map(({ key }) => (
                  <Table.Td key={key} data-figure={key}>
                    <Share hits={variant[key]} tries={variant.reached} />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {variants.every(({ reached }) => reached === 0) ? (
        <Text>Nobody has been reached yet.</Text>
      ) : (
        <ul className={classes.verdicts}>
          {MEASURES.map(({ key, label, best }) => (
            <li key={key}>{verdict(variants, key, label, best)}</li>
          ))}
        </ul>
      )}
      <Text c="dimmed">
        Shares of the people reached, within seven days of their message. The range is where the true share
        lies with 95% certainty; while ranges overlap, the difference may be chance.
      </Text>
    </section>
  );
}

function Share({ hits, tries }: { hits: number; tries: number }) {
  if (tries === 0) return '–';
  return (
    <>
      {formatPercent(hits, tries)}
      <Text c="dimmed">{rangeText(wilson(hits, tries))}</Text>
    </>
  );
}

const rangeText = ({ low, high }: Interval) => `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}%`;

function verdict(
  variants: readonly Variant[],
  key: (typeof MEASURES)[number]['key'],
  label: string,
  best: string,
): string {
  const winner = variants[winnerOf(variants.map((each) => ({ hits: each[key], tries: each.reached })))];
  return winner ? `${label}: “${winner.name}” ${best}.` : `${label}: no difference beyond the margin.`;
}
