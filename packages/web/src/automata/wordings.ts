const list = new Intl.ListFormat('en-US');

export const wordings = {
  /** 'a campaign and a list' */
  stillNeeded: (things: readonly string[]) =>
    `Choose ${list.format(things)} first. Then you can switch it on.`,
  isReady: 'Everything is set. Switch it on and it sends on schedule.',
  isOn: 'It sends by itself, on schedule.',
};
