/** What a screen shows instead of its content: nothing yet, nothing found, failed, loading. */
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { focusSearch } from './search-box.tsx';
import classes from './states.module.css';
import { common, wordings } from './wordings.ts';

type EmptyStateProps = {
  /** A Tabler icon. */
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  /** What this is for, and what the first step does. */
  children: ReactNode;
  /** The first step. */
  action?: ReactNode;
  /** It is the whole page: its title is the page's. */
  whole?: boolean;
};

export function EmptyState({ icon: Icon, title, children, action, whole }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty} data-whole={whole || undefined}>
      <span className={classes.icon}>
        <Icon size={24} stroke={1.5} />
      </span>
      <Title order={whole ? 1 : 2}>{title}</Title>
      <Text c="dimmed" maw={440} ta="center">
        {children}
      </Text>
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}

type NothingFoundProps = {
  search: string;
  onClear: () => void;
  /** What is searched, where that is not plain to see. */
  hint?: string;
};

/** A search or filter that finds nothing. */
export function NothingFound({
  search,
  onClear,
  hint = wordings.states.tryFewerOrDifferentWords,
}: NothingFoundProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty}>
      <Title order={2}>
        {search === '' ? wordings.states.nothingMatches : wordings.states.nothingMatchesOf(search)}
      </Title>
      <Text c="dimmed" ta="center">
        {hint}
      </Text>
      <Button
        variant="default"
        onClick={() => {
          // This button goes with the words that found nothing.
          focusSearch();
          onClear();
        }}
        className={classes.action}
      >
        {wordings.states.clearTheSearch}
      </Button>
    </Stack>
  );
}

type FailedStateProps = {
  /** What could not be done, e.g. 'The lists could not be loaded'. */
  title: string;
  error: unknown;
  onRetry: () => void;
  /** It is the whole page: its title is the page's. */
  whole?: boolean;
};

export function FailedState({ title, error, onRetry, whole }: FailedStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty} data-whole={whole || undefined} role="alert">
      <span className={classes.icon} data-danger>
        <IconAlertTriangle size={24} stroke={1.5} />
      </span>
      <Title order={whole ? 1 : 2}>{title}</Title>
      <Text c="dimmed" maw={440} ta="center">
        {wordsOf(error)}
      </Text>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} />}
        onClick={onRetry}
        className={classes.action}
      >
        {common.retry}
      </Button>
    </Stack>
  );
}

/** Rows that are on their way. */
export function LoadingRows({ rows = 6, height = 56 }: { rows?: number; height?: number }) {
  return (
    <Stack gap={1} aria-busy="true" role="status" aria-label={common.loading}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <div key={index} className={classes.row} style={{ height }}>
          <Skeleton height={12} width={`${30 + ((index * 17) % 30)}%`} />
          <Skeleton height={12} width={64} />
        </div>
      ))}
    </Stack>
  );
}

/** A row of a long list that is on its way, or whose page could not be loaded. */
export function RowToCome({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className={`${classes.row} ${classes.toCome}`} aria-busy={!error}>
      {error ? (
        <>
          <Text c="dimmed">{wordsOf(error)}</Text>
          <Button variant="subtle" size="compact-md" onClick={onRetry}>
            {common.retry}
          </Button>
        </>
      ) : (
        <Skeleton height={12} width="40%" />
      )}
    </div>
  );
}

/** A field that is on its way, with its label. */
export const LoadingField = () => (
  <div className={classes.lines} aria-busy="true" role="status" aria-label={common.loading}>
    <FieldBones />
  </div>
);

const FieldBones = () => (
  <>
    <Skeleton height={12} width={140} my={4} />
    <Skeleton height={36} radius="md" />
  </>
);

type LoadingCardsProps = {
  cards?: number;
  height?: number;
  className?: string;
  /** What such a card begins with: an icon and its words, a title, or a field with its label. */
  shape?: 'icon' | 'title' | 'field';
};

/** Cards that are on their way, in the grid of the screen that shows them. */
export function LoadingCards({ cards = 8, height = 160, className, shape = 'icon' }: LoadingCardsProps) {
  return (
    <div className={className} aria-busy="true" role="status" aria-label={common.loading}>
      {Array.from({ length: cards }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never move
        <div key={index} className={`card ${classes.card}`} data-shape={shape} style={{ height }}>
          {shape === 'icon' && <Skeleton height={40} width={40} radius="md" />}
          <div className={classes.lines}>
            {shape === 'field' && <FieldBones />}
            {shape === 'title' && <Skeleton height={12} width={140} my={4} />}
            {shape === 'icon' && (
              <>
                <Skeleton height={12} width={`${50 + ((index * 19) % 35)}%`} />
                <Skeleton height={12} width={80} />
              </>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
