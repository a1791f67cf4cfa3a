import { Table, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { type Interval, wilson, winnerOf } from '@parley/rules/wilson-interval.ts';
import { quoted } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { useKeptSince } from '../data/use-kept-since.ts';
import { formatDate } from '../kit/date-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { formatNumber, formatPercent } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './live.module.css';
import { wordings } from './wordings.ts';

type Variant = ReplyOf<typeof calls.delivery.variants>['variants'][number];

const EVERY_MS = 30_000;
const MEASURES = [
  { key: 'replied', label: wordings.shared.replied, best: wordings.variants.hasMoreReplies },
  { key: 'clicked', label: wordings.variants.clicked, best: wordings.variants.hasMoreClicks },
  { key: 'optedOut', label: common.optedOut, best: wordings.variants.hasMoreOptOuts },
] as const;

/**
 * The campaigns of an A/B blast side by side, each share with its margin; nothing for a blast of one
 * campaign.
 */
export function Variants({ blast, began }: { blast: number; began: string }) {
  const { data } = useCall(calls.delivery.variants, { blast }, { refetchInterval: EVERY_MS });
  const variants = data?.variants ?? [];
  const keptSince = useKeptSince('answers', 'clicks');
  if (variants.length < 2) return null;
  return (
    <section className={`card ${classes.outcome}`} aria-label={wordings.shared.aBTest}>
      <Title order={2}>{wordings.shared.aBTest}</Title>
      {keptSince > began && (
        <Notice>{wordings.variants.keptSince(formatDate(keptSince, 'UTC', 'date'))}</Notice>
      )}
      <div className={classes.tableBox}>
        <Table verticalSpacing="xs" className="tabular">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{common.campaign}</Table.Th>
              <Table.Th data-figure="people">{wordings.variants.reached}</Table.Th>
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
        <Text>{wordings.variants.noOnesBeenReachedYet}</Text>
      ) : (
        <ul className={classes.verdicts}>
          {MEASURES.map(({ key, label, best }) => (
            <li key={key}>{verdict(variants, key, label, best)}</li>
          ))}
        </ul>
      )}
      <Text c="dimmed">{wordings.variants.sharesOfThePeopleReached}</Text>
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
  return winner
    ? `${label}: ${quoted(winner.name)} ${best}.`
    : wordings.variants.noDifferenceBeyondTheMargin(label);
}
