/** What the screens of this folder say; the words of the specification stand where they are used. */
export const wordings = {
  firstSteps: { title: 'Quick Start', putAway: 'Put the Quick Start away' },
};
