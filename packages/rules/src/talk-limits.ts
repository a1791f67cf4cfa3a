/** D: conversations that are kept as tests of a campaign. */
export const TALK_LIMITS = {
  /** of one campaign */
  talks: 50,
  name: 100,
  /** characters of one, and lines */
  text: 40_000,
  lines: 400,
  /** people that a search for somebody to try a flow as finds */
  people: 10,
  /** milliseconds that the talks of a campaign may take before it is published; those left are not played */
  publishMs: 3_000,
} as const;
