/** What the screens of a channel's addresses say. */
export const wordings = {
  addresses: {
    title: 'Addresses for the carrier',
    secret: 'They hold a secret of this channel: give them to the carrier only.',
    ownersOnly: 'Only an owner of the account sees the addresses that the carrier calls.',
    formerUntil: 'The addresses before these work until',
    renew: 'New addresses',
    renewed: 'The addresses are new',
  },
  renewing: {
    title: 'Make new addresses?',
    why: 'Do this when somebody who knows the addresses leaves, or when they got into the wrong hands. Then copy the new ones into the carrier’s settings.',
    keep: 'The present addresses work',
    receipts: 'Receipts of texts that are out already still come to the present addresses.',
    confirm: 'Make new addresses',
    keepFor: {
      '24': 'for 24 more hours',
      '168': 'for 7 more days',
      '0': 'no longer: they end now',
    } as Record<string, string>,
  },
};
