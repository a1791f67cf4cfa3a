/** One send as the calendar shows it: of an automata, of a blast, or a demo. */
export type CalendarEvent = {
  id: string;
  title: string;
  /** On the account's clock, `YYYY-MM-DD HH:mm:ss`. */
  start: string;
  kind: SendKind;
  /** Where a click leads; demo events lead nowhere. */
  to: string;
  /** How often on this day, from `start` to `last`: an hourly automata is one line of a month or week. */
  times: number;
  last: string;
};

/** Kinds are told apart by colour, and in words. */
export const COLORS = { run: 'teal', planned: 'blue', begun: 'gray', demo: 'grape' } as const;
export type SendKind = keyof typeof COLORS;
