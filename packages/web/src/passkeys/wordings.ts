export const wordings = {
  signIn: 'Sign in with a passkey',
  or: 'or',
  confirm: 'Use a passkey',
  title: 'Passkeys',
  about:
    'Sign in with your fingerprint, face, or screen lock instead of a password and a code. A passkey can’t be guessed or intercepted, and no one can trick you out of it.',
  failed: 'Couldn’t load your passkeys',
  none: 'You haven’t added one yet.',
  list: 'Your passkeys',
  add: 'Add a passkey',
  added: 'Passkey added',
  addedOn: 'Added {when}',
  lastUsed: 'last used {when}',
  notUsed: 'not used yet',
  worksAt: (host: string) => `Works only at ${host}`,
  notHere:
    'Passkeys don’t work at this address. They need HTTPS and a name such as parley.example.com, and a browser that supports them.',
  rename: 'Rename passkey',
  name: 'Passkey name',
  removeQuestion: 'Remove this passkey?',
  removeAbout:
    'It will no longer sign you in. Your device may keep offering it until you delete it there, too.',
  remove: 'Remove passkey',
  removed: 'Passkey removed',
  trouble: {
    notUsed: 'No passkey was used. Try again, or use your password.',
    otherAddress:
      'Your passkeys don’t work at this address. Open Parley at its usual one, or use your password.',
    hasOne: 'This device already has a passkey of yours.',
    notAble: 'This browser or device couldn’t use a passkey. Try another one, or use your password.',
  },
};
