/** What these screens say, by the file that shows it. */
export const wordings = {
  shared: {
    webhooks: 'Webhooks',
    webhook: 'webhook',
    newWebhook: 'New webhook',
    forOwners: 'For account owners',
    onlyOwners: 'Only account owners can see and change webhooks.',
  },
  webhookManager: {
    about: 'Tell other programs what your contacts do, the moment it happens.',
    couldNotLoad: 'Couldn’t load your webhooks',
    noneYet: 'No webhooks yet',
    whatItIs:
      'Add the address of your shop, CRM, n8n, or Zapier. It’s told about replies, opt-outs, clicks, and whatever else you choose.',
  },
  health: {
    active: 'Active',
    failing: 'Failing',
    off: 'Off',
    turnedOff: 'Turned off',
    lastSuccess: 'Last delivered {at}',
    nothingYet: 'Nothing delivered yet',
    failingSince: (why: string) => `Failing since {at}: ${why}`,
    turnedOffAt: (why: string) => `Turned off {at} because it kept failing: ${why}`,
    notListening: 'Events that happen while it’s off aren’t recorded.',
    status: (code: string) => (/^\d+$/.test(code) ? `it answered ${code}` : code),
    waiting: (count: number) =>
      count >= 1_000
        ? '1,000 or more events waiting'
        : count === 1
          ? '1 event waiting'
          : `${count} events waiting`,
  },
  webhookEditor: {
    showAll: 'Show all webhooks',
    address: 'Address',
    addressExample: 'https://example.com/hooks/parley',
    addressHint: 'Each event is posted here as JSON. Best with https.',
    description: 'What it’s for',
    descriptionHint: 'Optional. For you and your team.',
    isOn: 'On',
    events: 'Events',
    allEvents: 'All events',
    chooseOne: 'Choose at least one event.',
    enterAddress: 'Enter an address that begins with https:// or http://.',
    add: 'Add webhook',
    noLongerYours:
      'You’re no longer an owner of this account. What you typed is still here, but only an owner can save it.',
    added: 'Webhook added. Use its secret to check signatures.',
    saved: 'Webhook saved',
    delete: 'Delete',
    deleteQuestion: 'Delete this webhook?',
    deleteNow: 'Delete webhook',
    logIsLost: 'Events still waiting for it are dropped, and its log is deleted. This can’t be undone.',
    deleted: 'Webhook deleted',
  },
  groups: {
    people: 'Contacts and lists',
    talk: 'What they write',
    sent: 'What you send',
  },
  signingSecret: {
    title: 'Signing secret',
    about: 'Requests are signed with it (Standard Webhooks), so your program knows they’re from you.',
    show: 'Show secret',
    hide: 'Hide secret',
    rotate: 'Change secret',
    rotateQuestion: 'Change the signing secret?',
    rotateNow: 'Change secret',
    bothSign: 'Both secrets sign every request for 24 hours, so you can switch without losing an event.',
    changed: 'Secret changed',
    formerUntil: 'The old secret still signs, too, until {at}.',
  },
  testEvent: {
    title: 'Test',
    about: 'Sends an event of the type webhook.test right now.',
    send: 'Send a test event',
    answered: (status: number, ms: number) => `It answered ${status} in ${ms} ms`,
    noAnswer: 'There was no answer',
  },
  deliveryLog: {
    title: 'Deliveries',
    about: 'Kept for 30 days.',
    couldNotLoad: 'Couldn’t load the deliveries',
    state: 'Status',
    event: 'Event',
    allStates: 'All statuses',
    allEvents: 'All events',
    states: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    none: 'Nothing here yet',
    noneHere: 'Once one of its events happens, you’ll see it here.',
    noneFound: 'No delivery matches',
    tryOthers: 'Choose another status or event.',
    testEvent: 'Test event',
    tries: (count: number) => (count === 1 ? '1 try' : `${count} tries`),
    nextTry: 'next try {at}',
    answered: (status: number, ms: number) => `answered ${status} in ${ms} ms`,
    noAnswer: 'no answer',
    sendFailedAgain: 'Send failed again',
    failedSince: (hours: number) =>
      hours === 1 ? 'Of the last hour' : hours === 24 ? 'Of the last day' : `Of the last ${hours / 24} days`,
    replayed: (count: number) =>
      count === 0
        ? 'Nothing failed in that time'
        : count === 1
          ? '1 event is being sent again'
          : `${count.toLocaleString('en-US')} events are being sent again`,
  },
  deliveryDetails: {
    payload: 'What was sent',
    answer: 'What came back',
    nothing: '(nothing)',
    id: 'Webhook id',
    sendAgain: 'Send again',
    tryNow: 'Try now',
    isSent: 'It’s being sent again',
  },
} as const;
