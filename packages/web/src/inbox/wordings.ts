/** What the screens of the inbox say. */
export const wordings = {
  oddTexts: {
    title: 'Not from phones',
    about:
      'Texts of names and short codes, such as a bank or the carrier itself. Nobody can be answered there.',
    link: (count: number) =>
      count === 1
        ? '1 text was not from a phone'
        : `${count.toLocaleString('en-US')} texts were not from phones`,
    failed: 'The texts could not be loaded',
    none: 'No such texts',
    noneAbout: 'Texts whose sender is a name or a short code appear here by themselves.',
  },
  paused: {
    title: 'You’re chatting, the campaign is paused',
    until: (when: string) =>
      `Replies come here. The campaign takes over again ${when} if nobody texts until then.`,
    handBack: 'Hand back to campaign',
    handedBack: 'The campaign answers again',
  },
};
