/** What these screens say, by the file that shows it. */
export const wordings = {
  apiBuilder: {
    couldntLoadYourApiCredentials: 'Couldn’t load your API credentials',
    targetSmsPhoneNumber: 'Target SMS Phone Number',
    enterAPhoneNumber: 'Enter a phone number, for example (212) 555-0100.',
    buildYourOwnApiTrigger: 'Build your own API Trigger URL',
    whoGetsTheCampaignsFirst:
      'Who gets the campaign’s first message. Your program fills in the number for each call.',
    onlyAccountOwnersCanSee:
      'Only account owners can see the Client Secret, so the URL shows zeros. Ask an owner to fill it in.',
    zerosStandInPlace: 'The URL shows zeros for the Client Secret until you confirm it’s you.',
    showTheClientSecret: 'Show the Client Secret',
    youDontHaveApiCredentials:
      'You don’t have API credentials yet, so the URL shows zeros and calls would be refused.',
    addCredentials: 'Add credentials',
    theUrlYouNeed: 'The URL you need to call the REST API',
    theUrl: 'the URL',
    itContainsYourSecretKey:
      'It contains your secret key. Use it for testing only; addresses end up in logs.',
    betterForYourProgram: 'Better for your program',
    theSameCall:
      'The same call with the keys in an HTTP Basic header. Any extra field becomes a merge tag in the conversation: send {field} and your text can say {token}.',
    exampleField: 'First name=Ana',
    firstNameThere: '{%First name|there%}',
    exampleWithCurl: 'Example with curl',
    theExample: 'the example',
    copied: 'Copied',
    copied2: 'Copied',
  },
  apiPage: {
    campaign: 'campaign',
    couldntLoadYourCampaigns: 'Couldn’t load your campaigns',
    whichOneShouldTheCall: 'Which one should the call start?',
    noCampaignsYet: 'No campaigns yet',
  },
  shared: {
    apiBuilder: 'API Builder',
  },
} as const;
