/** What these screens say, by the file that shows it. */
export const wordings = {
  linkList: {
    everyoneGetsTheirOwnLink:
      'Everyone gets their own link. Link previews and security scanners are counted separately from people.',
    couldntLoadYourLinks: 'Couldn’t load your links',
    noShortLinksYet: 'No short links yet',
    openACampaign: 'Open a campaign',
    turnOnShortenLinks:
      'Turn on “Shorten links and count clicks” in a message step. Its links show up here once it’s sent.',
    searchLinks: 'Search Links...',
    link: 'link',
    noCampaign: 'No campaign',
    click: 'click',
    clicks: 'clicks',
    person: 'person',
    people: 'people',
    noClicksYet: 'No clicks yet',
    lastClick: 'Last click {when}',
    notCounted: (words: string) => `${words} not counted`,
  },
} as const;
