/** What the screens of opt-outs say. */
export const wordings = {
  upload: { country: 'Numbers without a country code are from' },
} as const;
