/** What these screens say, by the file that shows it. */
export const wordings = {
  markUp: {
    newLine: 'new line',
    pageBreak: 'page break',
    noBreakSpace: 'no-break space',
    zeroWidthSpace: 'zero-width space',
    leftInThisPart: (charsLeftInPart: number, characters: string, credits: string) =>
      `${charsLeftInPart} ${characters} left in this part · ${credits}`,
  },
  messageBox: {
    beforePersonalization: ', before personalization',
    replaceSpecialCharacters: 'Replace special characters',
    makesTheMessageUnicode: (unicode: string) => `Makes the message Unicode: ${unicode}`,
    countsDouble: (double: string) => `Counts double: ${double}`,
  },
  tokenGroups: {
    picked: 'API answers',
    tags: 'Tags',
    links: 'Links',
    preferences: 'Preference page: choose lists, pause, stop',
    answers: 'Answers',
    intents: 'Intents',
  },
  tokenMenu: {
    personalize: 'Personalize',
    nothingToInsert: 'Nothing to insert',
    values: 'Values',
  },
} as const;
