/** How well two colors stand apart (WCAG 2.2, relative luminance and contrast ratio). Colors as #rrggbb. */

/** Text needs so much (success criterion 1.4.3). */
export const TEXT_CONTRAST = 4.5;
/** Borders of fields and the faces of buttons need so much (success criterion 1.4.11). */
export const SHAPE_CONTRAST = 3;

/** From 1 (the same) to 21 (black on white). */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever reads better on a color: one of them always reads well enough. */
export const inkOn = (color: string): string =>
  contrastOf(color, '#ffffff') >= contrastOf(color, '#000000') ? '#ffffff' : '#000000';

function luminance(color: string): number {
  const part = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}
