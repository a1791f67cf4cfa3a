/** What these screens say, by the file that shows it. */
export const wordings = {
  keywordControl: {
    campaign: 'campaign',
  },
  furtherKeywords: {
    couldntLoad: 'Couldn’t load the other words',
    label: 'Other words that start it',
    about:
      'Other spellings, or words in other languages. Each one starts this campaign. Press Enter after each.',
    example: 'PIZA, PIZZAS',
    firstWord: 'Also start when a text only begins with the word',
    firstWordAbout:
      'So “PIZZA please” works, on every channel, unless a conversation is waiting for an answer. Needs a keyword of one word.',
  },
  keywordPanel: {
    othersSetIt: 'Members and owners set keywords: with one, people can start the campaign.',
    couldntLoadTheKeyword: 'Couldn’t load the keyword',
    eachChannelHasItsOwn: 'Each channel has its own keywords.',
    lettersAndNumbers: 'Letters and numbers. One short word works best. Capitalization doesn’t matter.',
    pizza: 'PIZZA',
    peopleTextTheKeyword:
      'People text the keyword to {number} and the campaign starts. Without a keyword, it starts from a blast, the API, or another campaign.',
    textTo: (keyword: string, number: string) => `Text ${keyword} to ${number}`,
    theCampaignStartsHere: 'The campaign starts here',
    copied: 'Copied',
  },
  shared: {
    keywordControl: 'Keyword Control',
  },
  useKeyword: {
    couldntLoadTheKeyword: 'Couldn’t load the keyword.',
  },
} as const;
