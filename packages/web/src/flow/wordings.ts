/** What these screens say, by the file that shows it. */
export const wordings = {
  routes: {
    guidedConfiguration: 'Guided Configuration',
  },
} as const;
