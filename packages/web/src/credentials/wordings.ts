/** What these screens say, by the file that shows it. */
import { quoted } from '../data/isolated.ts';

const RESOURCES = new Map([
  ['contacts', 'Contacts'],
  ['lists', 'Lists'],
  ['tags', 'Tags'],
  ['opt-outs', 'Opt-outs'],
  ['segments', 'Segments'],
  ['campaigns', 'Campaigns'],
  ['channels', 'Channels'],
  ['messages', 'Messages'],
  ['blasts', 'Blasts'],
  ['automations', 'Automations'],
  ['reports', 'Reports'],
  ['webhooks', 'Webhooks'],
  ['events', 'Events'],
]);

export const wordings = {
  apiKeys: {
    apiKeys: 'API keys',
    createApiKey: 'Create API Key',
    forProgramsThat:
      'For programs that work with your contacts, lists, tags, and opt-outs over the REST API.',
    readTheDocumentation: 'Read the API documentation',
    setUpWebhooks: 'Set up webhooks',
    couldntLoadYourKeys: 'Couldn’t load your API keys',
    noApiKeysYet: 'No API keys yet',
    createOneForEach:
      'Create one for each program, with only the rights it needs, so you can revoke it on its own.',
    anOwnerCreates: 'An account owner creates one for each program.',
    revoke: 'Revoke',
    revoked: 'Revoked',
    revokedNotice: (name: string) => `${quoted(name)} revoked`,
    revokeQuestion: (name: string) => `Revoke ${quoted(name)}?`,
    revokeNow: 'Revoke Key',
    programsStop: 'Programs that use this key are refused from now on. This can’t be undone.',
    revokedOn: 'Revoked on {day}',
    times: (isUsed: boolean, ends: boolean) =>
      `Created {made} · ${isUsed ? 'last used {used}' : 'never used'} · ${ends ? 'expires {ends}' : 'doesn’t expire'}`,
    may: (scopes: readonly string[]) => `May: ${mayWords(scopes)}`,
  },
  newApiKey: {
    createApiKey: 'Create API key',
    copyYourKey: 'Copy your API key',
    youWontSeeItAgain:
      'You’ll see this key only once. Copy it to a safe place now: if you lose it, create a new one.',
    theKey: 'API key',
    iveSavedIt: 'I’ve Saved It',
    name: 'Name',
    whichProgram: 'Which program is it for?',
    mode: 'Mode',
    whatItMayDo: 'What it may do',
    everything: 'Everything',
    read: 'Read',
    write: 'Write',
    scopeOf: (resource: string, isRead: boolean) => `${isRead ? 'Read' : 'Write'} ${resource}`,
    expires: 'Expires',
    days: (days: number) => (days === 0 ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`),
    createKey: 'Create Key',
  },
  modes: {
    live: {
      name: 'Live',
      about: 'Works with your account: what it changes is changed, what it sends is sent.',
    },
    test: {
      name: 'Test',
      about:
        'Every request is checked and answered as if it were real, then taken back. Nothing is changed or sent.',
    },
  },
  resource: (name: string) => RESOURCES.get(name) ?? name,
  credentialCard: {
    deleted: (name: string) => `${quoted(name)} deleted`,
    hideClientSecret: 'Hide Client Secret',
    showClientSecret: 'Show Client Secret',
    ofCredentials: (what: string, name: string) => `${what} of ${name}`,
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

/** “read and write contacts, read lists”. */
function mayWords(scopes: readonly string[]): string {
  const rights = new Map<string, string[]>();
  for (const scope of scopes) {
    const [resource = '', right = ''] = scope.split(':');
    rights.set(resource, [...(rights.get(resource) ?? []), right]);
  }
  return [...rights]
    .map(([resource, each]) => `${each.join(' and ')} ${wordings.resource(resource).toLowerCase()}`)
    .join(', ');
}
