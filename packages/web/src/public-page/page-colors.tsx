import { ColorInput } from '@mantine/core';
import { contrastOf, SHAPE_CONTRAST, TEXT_CONTRAST } from '@parley/rules/contrast.ts';
import classes from './public-page.module.css';
import { wordings } from './wordings.ts';

const words = wordings.pageColors;
const SWATCHES = ['#ffffff', '#f4f6f9', '#1b2430', '#1c5d99', '#0b6e4f', '#a61e4d', '#5f3dc4'];
const LABELS = { background: words.background, ink: words.ink, accent: words.accent };

type Colors = Record<keyof typeof LABELS, string>;
const COLORS = Object.keys(LABELS) as (keyof Colors)[];

type PageColorsProps = {
  page: Colors;
  problems: Partial<Colors>;
  onChange: (part: Partial<Colors>) => void;
};

export function PageColors({ page, problems, onChange }: PageColorsProps) {
  return (
    <div className={classes.colors}>
      {COLORS.map((name) => (
        <ColorInput
          key={name}
          label={LABELS[name]}
          value={page[name]}
          error={problems[name]}
          format="hex"
          swatches={SWATCHES}
          withEyeDropper={false}
          onChange={(color) => onChange({ [name]: color.toLowerCase() })}
        />
      ))}
    </div>
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;

/** What keeps colors from being saved: they are none, or nobody could read the page. */
export function problemsOfColors(page: Colors): Partial<Colors> {
  const problems: Partial<Colors> = {};
  for (const field of COLORS) if (!COLOR.test(page[field])) problems[field] = words.noColor;
  if (problems.background) return problems;
  for (const [field, least] of [
    ['ink', TEXT_CONTRAST],
    ['accent', SHAPE_CONTRAST],
  ] as const) {
    if (problems[field]) continue;
    const ratio = contrastOf(page[field], page.background);
    if (ratio < least) problems[field] = words.faint((Math.floor(ratio * 10) / 10).toFixed(1), String(least));
  }
  return problems;
}
