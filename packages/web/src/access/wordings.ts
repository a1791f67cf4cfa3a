/** What the screens of this folder say; the words of the specification stand where they are used. */
export const wordings = {
  codeSent: 'We sent it to your phone.',
  codeInLog:
    'This Parley has only simulated channels, so no phone gets it: the code stands in the log of the server.',
  codeInLogShort: 'The code stands in the log of this server.',
  confirmTitle: 'Confirm it’s you',
  confirmAbout: 'Enter your password to go on. We ask once in a while before something that matters.',
  confirmCodeAbout: (digits: string) => `Enter the code we sent to the number ending in ${digits}.`,
  confirm: 'Confirm',
  cancel: 'Cancel',
  noCodeChannelWays:
    'Whoever runs this Parley can name a channel that brings everybody’s codes (CODE_CHANNEL), or let you sign in without one:',
  otherAccount: {
    title: 'You switched accounts in another tab',
    /** `active` is null until it is known. */
    about: (shown: string, active: string | null) =>
      `This tab shows ${shown}, but this browser is working in ${active ?? 'another account'} now. Nothing here is lost.`,
    back: (shown: string) => `Go back to ${shown}`,
    goOn: (active: string | null) => (active === null ? 'Go to the other account' : `Go to ${active}`),
  },
};
