import { expect, it } from 'vitest';
import { plainText, styleName, styleText, TEXT_STYLES } from './text-styling.ts';

it.each([
  ['bold', '𝐇𝐢 𝐡 𝟎𝟗!'],
  ['boldSans', '𝗛𝗶 𝗵 𝟬𝟵!'],
  ['italic', '𝐻𝑖 ℎ 09!'],
  ['italicSans', '𝘏𝘪 𝘩 09!'],
  ['boldItalic', '𝑯𝒊 𝒉 09!'],
  ['boldItalicSans', '𝙃𝙞 𝙝 09!'],
] as const)('%s', (style, styled) => {
  expect(styleText('Hi h 09!', style)).toBe(styled);
  expect(plainText(styled)).toBe('Hi h 09!');
});

it('every letter of every style is one of its own, and styles replace each other', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const all = TEXT_STYLES.flatMap((style) => [...styleText(letters, style)]);
  expect(new Set(all).size).toBe(6 * 52);
  expect(all.every((character) => /\p{L}/u.test(character))).toBe(true);
  expect(styleText(styleText('Oh', 'bold'), 'italic')).toBe(styleText('Oh', 'italic'));
});

it('each style has a name of its own', () => {
  expect(styleName('bold')).toBe('Bold');
  expect(new Set(TEXT_STYLES.map(styleName)).size).toBe(6);
});

it.each(TEXT_STYLES)('what is neither letter nor digit stays as it is in %s', (style) => {
  expect(styleText('[@{`/:é', style)).toBe('[@{`/:é');
});
