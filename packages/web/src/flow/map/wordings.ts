/** What these screens say, by the file that shows it. */
export const wordings = {
  flowMap: {
    hasAnError: ', has an error',
    mapOfTheSteps: 'Map of the steps',
    couldntCountHowFarContacts: 'Couldn’t count how far contacts got',
    howManyContactsReachedEach:
      'How many contacts reached each step, are waiting there now, and answered it in their latest conversation.',
    tooManyToCountExactly: ' Too many to count exactly: the real numbers are at least this high.',
    aCampaignThatWasDeleted: 'A deleted campaign',
    campaign: (known: string) => `campaign “${known}”`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    showTheWholeMap: 'Show the whole map',
  },
  mapParts: {
    nothingLeadsHere: 'Nothing leads here',
    waitingNow: 'waiting now',
  },
  mapTable: {
    campaign: (known: string) => `campaign “${known}”`,
    hideTheTable: 'Hide the table',
    showAsATable: 'Show as a table',
    step: 'Step',
    leadsTo: 'Leads to',
    reached: 'Reached',
    waitingNow: 'Waiting now',
    answered: 'Answered',
    nothingLeadsHere: ', nothing leads here',
    theEnd: 'The end',
  },
  words: {
    step: (position: number, step_labels: string, step: string) =>
      `Step ${position}, ${step_labels}: ${step}`,
    nothingLeadsHere: (name: string) => `${name}, nothing leads here`,
    waitingNow: (waiting: string) => `${waiting} waiting now`,
    fromTo: (from: string, to: string) => `From ${from} to ${to}`,
  },
  graph: {
    otherwise: 'Otherwise',
  },
} as const;
