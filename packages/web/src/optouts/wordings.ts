/** What the screens of opt-outs say. */
export const wordings = {
  upload: { country: 'Numbers without a country code are from' },
  askedSince: (words: string) => `Texted “${words}” since`,
} as const;
