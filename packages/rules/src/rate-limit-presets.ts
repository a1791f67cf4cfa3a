/**
 * What US carriers let a kind of sender do, to choose from in a channel's settings. Figures are segments; the
 * account may change each. The minute of a 10DLC class is AT&T's for the campaign, its day T-Mobile's for the
 * brand, which begins at midnight Pacific time: we cannot know which carrier a number is with, so both are
 * kept to for all, which is on the safe side. Carriers change them, and a provider's own console has the last
 * word.
 */
export type RateLimitPreset = {
  key: string;
  name: string;
  /** Null: no limit. */
  perSecond: number | null;
  perMinute: number | null;
  perDay: number | null;
  /** Where the sender's day begins. */
  dayZone: string;
  source: string;
  /** When the source was read, YYYY-MM-DD. */
  date: string;
};

const T_MOBILE_ZONE = 'America/Los_Angeles';
const TEN_DLC = 'support.goconvey.com, 10DLC Carrier Throughputs and Daily Limits';
const DEFAULTS = 'the usual default of aggregators for such a sender';
const DATE = '2026-11-21';

const preset = (
  key: string,
  name: string,
  [perSecond, perMinute, perDay]: readonly (number | null)[],
  source: string,
): RateLimitPreset => ({
  key,
  name,
  perSecond: perSecond ?? null,
  perMinute: perMinute ?? null,
  perDay: perDay ?? null,
  dayZone: T_MOBILE_ZONE,
  source,
  date: DATE,
});

export const RATE_LIMIT_PRESETS: readonly RateLimitPreset[] = [
  preset('10dlc-top', '10DLC, top tier (brand score 75 and more)', [75, 4_500, 200_000], TEN_DLC),
  preset('10dlc-high-mid', '10DLC, high mid tier (50 to 74)', [40, 2_400, 40_000], TEN_DLC),
  preset('10dlc-low-mid', '10DLC, low mid tier (25 to 49)', [4, 240, 10_000], TEN_DLC),
  preset('10dlc-low', '10DLC, low tier (below 25), or low volume', [2, 75, 2_000], TEN_DLC),
  preset('toll-free', 'Toll-free number', [3, null, null], DEFAULTS),
  preset('short-code', 'Short code', [100, null, null], DEFAULTS),
];
