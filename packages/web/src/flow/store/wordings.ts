/** What these screens say, by the file that shows it. */
export const wordings = {
  stepSaving: {
    somebodyElseDeletedThisStep: 'Someone else deleted this step. Retry to add it again.',
  },
} as const;
