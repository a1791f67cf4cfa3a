/** What the editors of pages that anybody may open say alike, by the file that shows it. */
export const wordings = {
  publicPageEditor: {
    words: 'Words and colors',
    discard: 'Discard changes',
    changedMeanwhile: 'Someone else changed this page while you were editing',
    takeTheirs: 'Take their version',
    keepMine: 'Keep my version',
  },
  pageColors: {
    background: 'Background',
    ink: 'Text color',
    accent: 'Button color',
    noColor: 'Enter a color like #1c5d99.',
    faint: (ratio: string, least: string) =>
      `Hard to see on this background: contrast ${ratio}, at least ${least}.`,
  },
  pageLanguage: {
    label: 'Language of the page',
    means: 'Of labels and messages, and which way it’s written. Your own words stay as you write them.',
  },
  pageFrame: {
    heading: 'Preview',
    frame: 'The page as people see it',
  },
  shared: {
    headline: 'Headline',
    text: 'Text',
    missing: 'Enter something here.',
  },
} as const;
