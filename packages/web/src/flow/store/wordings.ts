/** What these screens say, by the file that shows it. */
export const wordings = {
  stepSaving: {
    somebodyElseDeletedThisStep: 'Somebody else deleted this step. Retry adds it again.',
  },
} as const;
