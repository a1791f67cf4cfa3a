/**
 * Text in Unicode's mathematical alphabets: looks bold or italic in any message, but makes it a Unicode
 * message.
 */

export const TEXT_STYLES = [
  'bold',
  'boldSans',
  'italic',
  'italicSans',
  'boldItalic',
  'boldItalicSans',
] as const;
export type TextStyle = (typeof TEXT_STYLES)[number];

/** First code points of the styled A, a and 0; not every style has digits. */
const ALPHABETS: Record<TextStyle, { upper: number; lower: number; digit: number | null; name: string }> = {
  bold: { upper: 0x1d400, lower: 0x1d41a, digit: 0x1d7ce, name: 'Bold' },
  boldSans: { upper: 0x1d5d4, lower: 0x1d5ee, digit: 0x1d7ec, name: 'Bold Sans' },
  italic: { upper: 0x1d434, lower: 0x1d44e, digit: null, name: 'Italic' },
  italicSans: { upper: 0x1d608, lower: 0x1d622, digit: null, name: 'Italic Sans' },
  boldItalic: { upper: 0x1d468, lower: 0x1d482, digit: null, name: 'Bold Italic' },
  boldItalicSans: { upper: 0x1d63c, lower: 0x1d656, digit: null, name: 'Bold Italic Sans' },
};
/** Unicode keeps the italic h where it was before: U+210E, the Planck constant. */
const ITALIC_H = 'ℎ';

export const styleName = (style: TextStyle): string => ALPHABETS[style].name;

const styledCharacters = Object.fromEntries(TEXT_STYLES.map((style) => [style, tableOf(style)])) as Record<
  TextStyle,
  Map<string, string>
>;
const plainCharacters = new Map(
  TEXT_STYLES.flatMap((style) => [...styledCharacters[style]].map(([plain, styled]) => [styled, plain])),
);

function tableOf(style: TextStyle): Map<string, string> {
  const { upper, lower, digit } = ALPHABETS[style];
  const table = new Map<string, string>();
  for (let i = 0; i < 26; i++) {
    table.set(String.fromCharCode(65 + i), String.fromCodePoint(upper + i));
    table.set(String.fromCharCode(97 + i), String.fromCodePoint(lower + i));
  }
  if (style === 'italic') table.set('h', ITALIC_H);
  if (digit !== null) for (let i = 0; i < 10; i++) table.set(String(i), String.fromCodePoint(digit + i));
  return table;
}

/** The text in a style; letters already styled change to it, everything without a styled form stays. */
export function styleText(text: string, style: TextStyle): string {
  const table = styledCharacters[style];
  return [...plainText(text)].map((character) => table.get(character) ?? character).join('');
}

/** The text with every styled letter plain again. */
export function plainText(text: string): string {
  return [...text].map((character) => plainCharacters.get(character) ?? character).join('');
}
