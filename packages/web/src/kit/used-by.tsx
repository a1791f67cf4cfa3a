import { Anchor, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Notice } from './notice.tsx';
import { formatNumber } from './numbers.tsx';
import { common, wordings } from './wordings.ts';

/** That many names say which; the rest are counted. */
const NAMED = 5;

const GROUPS = [
  { kind: 'automata', label: wordings.usedBy.automata, path: '/automata/editor' },
  { kind: 'campaign', label: common.campaigns, path: '/campaign/editor' },
  { kind: 'channel', label: wordings.usedBy.channels, path: '/channels/settings' },
  { kind: 'segment', label: wordings.usedBy.segments, path: '/segments/edit' },
  { kind: 'blast', label: wordings.usedBy.blasts, path: '/blast/live' },
  { kind: 'report', label: wordings.usedBy.reports, path: '/report/custom' },
] as const;

/** `steps`: the places in a campaign that name it. */
type Use = { kind: (typeof GROUPS)[number]['kind']; id: number; name: string; steps?: readonly number[] };

const list = new Intl.ListFormat('en-US');

/** ' (steps 2 and 5)' */
const stepWords = (steps: readonly number[]) =>
  steps.length === 0 ? '' : ` (${steps.length === 1 ? 'step' : 'steps'} ${list.format(steps.map(String))})`;

type UsedByProps = {
  /** Undefined while it is not known; nothing is shown then, and for none. */
  uses: readonly Use[] | undefined;
  title: string;
  tone?: 'info' | 'warning';
  /** What becomes of those that use it. */
  children: ReactNode;
};

/** In the dialog that deletes or renames something: what uses it, by name. */
export function UsedBy({ uses, title, tone = 'warning', children }: UsedByProps) {
  if (!uses || uses.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <Stack gap={6}>
        {GROUPS.map(({ kind, label, path }) => {
          const group = uses.filter((use) => use.kind === kind);
          return (
            group.length > 0 && (
              <div key={kind}>
                {label}:{' '}
                {group.slice(0, NAMED).map(({ id, name, steps = [] }, place) => (
                  <Fragment key={id}>
                    {place > 0 && ', '}
                    <Anchor component={Link} to={`${path}/${id}`} c="inherit" underline="always">
                      {name}
                    </Anchor>
                    {stepWords(steps)}
                  </Fragment>
                ))}
                {group.length > NAMED && ` and ${formatNumber(group.length - NAMED)} more`}
              </div>
            )
          );
        })}
        <div>{children}</div>
      </Stack>
    </Notice>
  );
}
