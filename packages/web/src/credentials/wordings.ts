/** What these screens say, by the file that shows it. */
export const wordings = {
  credentialCard: {
    deleted: (name: string) => `“${name}” deleted`,
    hideClientSecret: 'Hide Client Secret',
    showClientSecret: 'Show Client Secret',
    renameCredentials: 'Rename Credentials',
    credentialsName: 'Credentials Name',
    areYouSureYouWant: 'Are you sure you want to delete these Credentials?',
    apiRequestsWithTheClient: (accessKey: string) =>
      `API requests with the Client Id ${accessKey} will be refused from now on. This can’t be undone.`,
    clientId: 'Client Id',
    clientSecret: 'Client Secret',
    ownersOfTheAccount: 'Account owners can see it.',
  },
  credentialsManager: {
    programsThatTriggerCampaignsSend:
      'Programs that trigger campaigns use a Client Id and a Client Secret. Both must be sent with every API request.',
    theseCredentialsAreSecret:
      'Keep these credentials secret. Anyone who has them can send messages at your expense, so don’t share them publicly, on web pages, or in code others can read.',
    couldntLoadYourCredentials: 'Couldn’t load your credentials',
    noApiCredentialsYet: 'No API credentials yet',
    addOneForEachProgram: 'Add one for each program that calls Parley, so you can revoke them individually.',
    anAccountOwnerAddsOne: 'An account owner adds one for each program that calls Parley.',
    newApiCredentialsAdded: 'New API Credentials Added',
    addCredentials: 'Add Credentials',
    apiCredentials: 'API Credentials',
    apiCredentialsOf: (count: number) => `API Credentials ${count}`,
  },
  shared: {
    credentialsManager: 'Credentials Manager',
  },
} as const;
