/** What a single message is for, and how it is treated on its way out because of that. */

export type Policy = {
  /**
   * It costs credits, and the first one that somebody gets from a channel carries the channel's disclosure.
   */
  charged: boolean;
  /** It goes to an opted-out number, too. */
  toOptedOut: boolean;
  /** It goes out before all that nobody waits for, and quiet hours do not hold it. */
  ahead: boolean;
  /** When the balance has no room for it, it goes out later; else it is refused. */
  waitsForCredits: boolean;
  /** It is withheld from a contact who is muted, because two machines seem to talk. */
  muted: boolean;
};

const PLAIN: Policy = {
  charged: true,
  toOptedOut: false,
  ahead: false,
  waitsForCredits: false,
  muted: false,
};

export const POLICIES = {
  /** Answers to STOP, START and HELP, and sign-in codes. */
  required: { ...PLAIN, charged: false, toOptedOut: true, ahead: true },
  /** A conversation answers what the contact has just texted. */
  answer: { ...PLAIN, ahead: true, waitsForCredits: true, muted: true },
  /** A conversation goes on by itself. */
  conversation: { ...PLAIN, waitsForCredits: true, muted: true },
  /** A flow tells other people. */
  notice: { ...PLAIN, waitsForCredits: true },
  /** People of the account, or the product itself, answer what the contact has just texted. */
  response: { ...PLAIN, ahead: true },
  /** Somebody of the account tries something out. */
  test: { ...PLAIN, ahead: true },
  /** All others: asked for by a call, or by hand. */
  message: PLAIN,
} as const satisfies Record<string, Policy>;

export type Purpose = keyof typeof POLICIES;
