/** What these screens say, by the file that shows it. */
export const wordings = {
  stylingTool: {
    bigSaleToday: 'Big sale today: 50% off!',
    writeAMessage: 'Write a message, select part of it, and make it bold',
    bold: 'Bold',
    sample: 'Sample',
    plain: 'Plain',
    styledLettersAreUnicode:
      'Styled letters are Unicode: each part holds 70 characters instead of 160, most styled letters count as two, and screen readers may spell them out. Style a word, not a whole message.',
    copyTheText: (style: string) => `Copy the text in ${style}`,
    copied: 'Copied',
  },
  routes: {
    textStyling: 'Text styling',
  },
} as const;
