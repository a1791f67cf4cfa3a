/** What the screens of this folder say; the words of the specification stand where they are used. */
export const wordings = {
  campaignReports: {
    title: 'Campaign reports',
    about:
      'Every campaign has a report of its own. Create a report to put the figures you look at every week on one page.',
    one: 'Answers, subscribers and opt-ins',
  },
};
