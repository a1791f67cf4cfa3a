/**
 * Where a state or a ZIP code is on the clock. A state in two zones names both, most people first: a message
 * must fit both.
 */

const EASTERN = 'America/New_York';
const CENTRAL = 'America/Chicago';
const MOUNTAIN = 'America/Denver';
const PACIFIC = 'America/Los_Angeles';

type UsState = { name: string; zones: readonly string[] };
const state = (name: string, ...zones: string[]): UsState => ({ name, zones });

const STATES: Readonly<Record<string, UsState>> = {
  AL: state('Alabama', CENTRAL),
  AK: state('Alaska', 'America/Anchorage'),
  AZ: state('Arizona', 'America/Phoenix'),
  AR: state('Arkansas', CENTRAL),
  CA: state('California', PACIFIC),
  CO: state('Colorado', MOUNTAIN),
  CT: state('Connecticut', EASTERN),
  DC: state('District of Columbia', EASTERN),
  DE: state('Delaware', EASTERN),
  FL: state('Florida', EASTERN, CENTRAL),
  GA: state('Georgia', EASTERN),
  GU: state('Guam', 'Pacific/Guam'),
  HI: state('Hawaii', 'Pacific/Honolulu'),
  IA: state('Iowa', CENTRAL),
  ID: state('Idaho', 'America/Boise', PACIFIC),
  IL: state('Illinois', CENTRAL),
  IN: state('Indiana', 'America/Indiana/Indianapolis', CENTRAL),
  KS: state('Kansas', CENTRAL, MOUNTAIN),
  KY: state('Kentucky', 'America/Kentucky/Louisville', CENTRAL),
  LA: state('Louisiana', CENTRAL),
  MA: state('Massachusetts', EASTERN),
  MD: state('Maryland', EASTERN),
  ME: state('Maine', EASTERN),
  MI: state('Michigan', 'America/Detroit', CENTRAL),
  MN: state('Minnesota', CENTRAL),
  MO: state('Missouri', CENTRAL),
  MS: state('Mississippi', CENTRAL),
  MT: state('Montana', MOUNTAIN),
  NC: state('North Carolina', EASTERN),
  ND: state('North Dakota', CENTRAL, MOUNTAIN),
  NE: state('Nebraska', CENTRAL, MOUNTAIN),
  NH: state('New Hampshire', EASTERN),
  NJ: state('New Jersey', EASTERN),
  NM: state('New Mexico', MOUNTAIN),
  NV: state('Nevada', PACIFIC),
  NY: state('New York', EASTERN),
  OH: state('Ohio', EASTERN),
  OK: state('Oklahoma', CENTRAL),
  OR: state('Oregon', PACIFIC, 'America/Boise'),
  PA: state('Pennsylvania', EASTERN),
  PR: state('Puerto Rico', 'America/Puerto_Rico'),
  RI: state('Rhode Island', EASTERN),
  SC: state('South Carolina', EASTERN),
  SD: state('South Dakota', CENTRAL, MOUNTAIN),
  TN: state('Tennessee', CENTRAL, EASTERN),
  TX: state('Texas', CENTRAL, MOUNTAIN),
  UT: state('Utah', MOUNTAIN),
  VA: state('Virginia', EASTERN),
  VT: state('Vermont', EASTERN),
  WA: state('Washington', PACIFIC),
  WI: state('Wisconsin', CENTRAL),
  WV: state('West Virginia', EASTERN),
  WY: state('Wyoming', MOUNTAIN),
};

const CODE_BY_NAME = new Map(Object.entries(STATES).map(([code, { name }]) => [name.toLowerCase(), code]));

/** First three digits of ZIP codes by state (USPS publication of 3-digit prefixes), as ranges. */
const ZIP_RANGES = `005 NY 006-009 PR 010-027 MA 028-029 RI 030-038 NH 039-049 ME 050-054 VT 055 MA 056-059 VT 060-069 CT 070-089 NJ
  100-149 NY 150-196 PA 197-199 DE 200 DC 201 VA 202-205 DC 206-219 MD 220-246 VA 247-268 WV 270-289 NC 290-299 SC 300-319 GA
  320-339 FL 341-342 FL 344 FL 346-347 FL 349 FL 350-369 AL 370-385 TN 386-397 MS 398-399 GA 400-427 KY 430-459 OH 460-479 IN
  480-499 MI 500-528 IA 530-549 WI 550-567 MN 570-577 SD 580-588 ND 590-599 MT 600-629 IL 630-658 MO 660-679 KS 680-693 NE
  700-714 LA 716-729 AR 730-732 OK 733 TX 734-749 OK 750-799 TX 800-816 CO 820-831 WY 832-838 ID 840-847 UT 850-865 AZ
  870-884 NM 885 TX 889-898 NV 900-961 CA 967-968 HI 969 GU 970-979 OR 980-994 WA 995-999 AK`;

const STATE_BY_PREFIX = new Map<number, string>();
for (const [, from, to, code] of ZIP_RANGES.matchAll(/(\d{3})(?:-(\d{3}))? ([A-Z]{2})/g))
  for (let prefix = Number(from); prefix <= Number(to ?? from); prefix++)
    STATE_BY_PREFIX.set(prefix, code ?? '');

/** Prefixes of split states that lie in one zone for certain. */
const ZONE_BY_PREFIX = new Map<number, string>();
for (let prefix = 320; prefix <= 349; prefix++) ZONE_BY_PREFIX.set(prefix, EASTERN);
for (const prefix of [324, 325]) ZONE_BY_PREFIX.set(prefix, CENTRAL);
for (let prefix = 733; prefix <= 797; prefix++)
  if (STATE_BY_PREFIX.get(prefix) === 'TX') ZONE_BY_PREFIX.set(prefix, CENTRAL);
for (const prefix of [799, 885]) ZONE_BY_PREFIX.set(prefix, MOUNTAIN);
for (const prefix of [370, 371, 372, 380, 381, 382, 383, 384, 385]) ZONE_BY_PREFIX.set(prefix, CENTRAL);
for (const prefix of [374, 376, 377, 378, 379]) ZONE_BY_PREFIX.set(prefix, EASTERN);

export type UsTimeZones = { state: string; name: string; zones: readonly string[] };

/** A state by its two letters or its name. */
export function zonesOfState(text: string): UsTimeZones | null {
  const key = text.trim().toLowerCase();
  const code = key.length === 2 ? key.toUpperCase() : (CODE_BY_NAME.get(key) ?? '');
  const found = STATES[code];
  return found ? { state: code, ...found } : null;
}

/** A ZIP or ZIP+4 code. */
export function zonesOfZip(text: string): UsTimeZones | null {
  const match = /^(\d{3})\d{2}(?:-?\d{4})?$/.exec(text.trim());
  if (!match) return null;
  const prefix = Number(match[1]);
  const place = zonesOfState(STATE_BY_PREFIX.get(prefix) ?? '');
  const zone = ZONE_BY_PREFIX.get(prefix);
  return place && zone ? { ...place, zones: [zone] } : place;
}
