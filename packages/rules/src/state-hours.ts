/**
 * Hours in which the states of the USA allow solicitation by phone or text, where they are narrower than the federal 8 to 21
 * (47 CFR 64.1200(c)(1)). On the wall clock of the person, full hours, `[from, to)`; null: not on that day. Holidays are not in it.
 * Collected from published tables of such rules, not from the statutes themselves: `checked` says when. No legal advice.
 */
export type Hours = readonly [from: number, to: number];
export type StateHours = {
  weekday: Hours | null;
  saturday: Hours | null;
  sunday: Hours | null;
  /** The rule that the tables name. */
  source: string;
};

export const STATE_HOURS_CHECKED = '2026-11-21';

const every = (from: number, to: number, source: string): StateHours => {
  const hours: Hours = [from, to];
  return { weekday: hours, saturday: hours, sunday: hours, source };
};
const notOnSundays = (from: number, to: number, source: string): StateHours => ({
  ...every(from, to, source),
  sunday: null,
});

export const STATE_HOURS: Readonly<Record<string, StateHours>> = {
  AL: notOnSundays(8, 20, 'Ala. Code 8-19A; Ala. Admin. Code 770-X-5-.17'),
  CT: every(9, 20, 'Conn. Gen. Stat. 42-288a (in force since 2023-10-01)'),
  FL: every(8, 20, 'Fla. Stat. 501.616(6), 501.059'),
  KY: every(10, 21, 'KRS 367.46955'),
  LA: notOnSundays(8, 20, 'La. R.S. 45:844.11 and following'),
  MA: every(8, 20, 'M.G.L. ch. 159C s. 3; 201 CMR 12.00'),
  MD: every(8, 20, 'Md. Code, Com. Law 14-4501 and following (since 2024-01-01)'),
  MI: every(9, 21, 'MCL 445.111 and following'),
  MN: every(9, 21, 'Minn. Stat. 325E.30'),
  MS: notOnSundays(8, 20, 'Miss. Code 77-3-723'),
  NM: every(9, 21, 'N.M. Stat. 57-12-22'),
  NV: every(9, 20, 'NRS 599B'),
  OK: every(8, 20, 'Okla. Stat. tit. 15, 775C.4'),
  PA: notOnSundays(8, 21, '73 P.S. 2241 and following (Sundays since 2026-10-18)'),
  RI: { weekday: [9, 18], saturday: [10, 17], sunday: null, source: 'R.I. Gen. Laws 5-61-3.6' },
  TX: { ...every(9, 21, 'Tex. Bus. & Com. Code 301.051; SB 140 of 2025'), sunday: [12, 21] },
  UT: notOnSundays(8, 21, 'Utah Code 13-25a-103'),
  WA: every(8, 20, 'RCW 80.36.390'),
  WY: every(8, 20, 'Wyo. Stat. 40-12-302'),
};

/** Area codes of the states above. */
const CODES_BY_STATE: Readonly<Record<string, string>> = {
  AL: '205 251 256 334 659 938',
  CT: '203 475 860 959',
  FL: '239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954',
  KY: '270 364 502 606 859',
  LA: '225 318 337 457 504 985',
  MA: '339 351 413 508 617 774 781 857 978',
  MD: '227 240 301 410 443 667',
  MI: '231 248 269 313 517 586 616 679 734 810 906 947 989',
  MN: '218 320 507 612 651 763 924 952',
  MS: '228 471 601 662 769',
  NM: '505 575',
  NV: '702 725 775',
  OK: '405 539 572 580 918',
  PA: '215 223 267 272 412 445 484 570 582 610 717 724 814 835 878',
  RI: '401',
  TX: `210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979`,
  UT: '385 435 801',
  WA: '206 253 360 425 509 564',
  WY: '307',
};

const STATE_BY_CODE = new Map<string, string>();
for (const [state, codes] of Object.entries(CODES_BY_STATE))
  for (const code of codes.split(/\s+/)) STATE_BY_CODE.set(code, state);

/** The state of an area code, where the state has hours of its own. */
export function stateOfAreaCode(code: string): string | null {
  return STATE_BY_CODE.get(code) ?? null;
}
