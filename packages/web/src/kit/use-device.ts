import { useMediaQuery } from '@mantine/hooks';
import { SCREEN } from '@parley/rules/limits.ts';

export type Device = 'mobile' | 'tablet' | 'desktop';

/** The device class of a window's width in CSS pixels (access-and-reports, section 9). */
export function deviceOf(width: number): Device {
  if (width < SCREEN.mobileBelow) return 'mobile';
  return width < SCREEN.tabletBelow ? 'tablet' : 'desktop';
}

/** Widths between two whole pixels exist on zoomed screens. */
const below = (width: number) => `(width < ${width}px)`;

/** The device class of this window, kept up to date. */
export function useDevice(): Device {
  const now = { getInitialValueInEffect: false };
  const isMobile = useMediaQuery(below(SCREEN.mobileBelow), undefined, now);
  const isNarrow = useMediaQuery(below(SCREEN.tabletBelow), undefined, now);
  if (isMobile) return 'mobile';
  return isNarrow ? 'tablet' : 'desktop';
}
