/** D: files of campaigns, ours and those of other programs. */
export const CAMPAIGN_FILE_LIMITS = {
  bytes: 2 * 1024 * 1024,
  /** levels within levels, and values in all: looked at before anything else reads the file */
  depth: 20,
  values: 150_000,
  /** tags, lists, campaigns and keywords that one names */
  things: 200,
  /** secrets that one does not hold */
  leftOut: 2_000,
  /** faults that are told at once */
  faults: 20,
  /** things that do not map, of one flow */
  notes: 300,
  /** campaigns made in one go */
  atOnce: 20,
} as const;
