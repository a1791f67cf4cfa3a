/** What these screens say, by the file that shows it. */
export const wordings = {
  ask: {
    anotherAccountIsActive: 'Another account is active in this browser.',
    thisNoLongerExists: 'This no longer exists.',
    tooManyAttempts: 'Too many attempts. Wait a moment and try again.',
    parleyHadAProblem: 'Something went wrong on our side. Try again in a moment.',
    theServerDidntAccept: 'The server didn’t accept this.',
    pleaseSignIn: 'Please sign in.',
    thisWasRefused: 'This was refused.',
    theServerSentAnAnswer: 'We couldn’t read the server’s response.',
    parleyCannotBeReached: 'Can’t reach Parley. Check your connection and try again.',
    parleyDidNotAnswer: 'Parley didn’t respond as expected. Try again in a moment.',
  },
  live: {
    liveMessage: 'live message',
  },
  toasts: {
    somethingWentWrong: 'Something went wrong on this page. Reload it and try again.',
    thatDidntGoThroughBecause: 'That didn’t go through because you were signed out. Sign in and try again.',
    notDone: (value: string, message: string) => `Not done: ${value}${message}`,
    itMayHaveBeenDeleted: (message: string) => `${message} It may have been deleted in the meantime.`,
    thatDidntWork: 'That didn’t work',
  },
  saver: {
    thisCouldNotBeSaved: 'Couldn’t save this.',
  },
} as const;
