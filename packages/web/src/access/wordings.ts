/** What the screens around codes say. */
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
};
