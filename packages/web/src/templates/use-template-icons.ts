import { calls } from '@parley/contract';
import { FIXED } from '@parley/rules/limits.ts';
import { useMemo } from 'react';
import { useCall } from '../data/use-call.ts';

const HOUR_MS = 3_600_000;

/** The pictures by their id, as SVG texts. They change with releases of the product only. */
function useIcons(): ReadonlyMap<number, string> {
  const { data } = useCall(calls.templates.icons, { search: '' }, { staleTime: HOUR_MS });
  return useMemo(() => new Map(data?.icons.map(({ id, svg }) => [id, svg])), [data]);
}

/** Finds the SVG of an icon id, or the fallback's; empty while they load. */
export function useIconFinder(): (icon: number) => string {
  const icons = useIcons();
  return (icon) => icons.get(icon) ?? icons.get(FIXED.fallbackIcon) ?? '';
}
