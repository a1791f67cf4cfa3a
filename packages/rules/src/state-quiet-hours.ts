/**
 * Hours in which the states of the USA allow solicitation by phone or text, where they are narrower than the
 * federal 8 to 21 (47 CFR 64.1200(c)(1)). On the wall clock of the person, full hours, `[from, to)`; null:
 * not on that day. Holidays are not in it. Collected from published tables of such rules, not from the
 * statutes themselves: `checked` says when. No legal advice.
 */
import { stateOfAreaCode } from './area-code-states.ts';

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

/** The state of an area code, where the state has hours of its own. */
export function stateWithHours(areaCode: string): string | null {
  const state = stateOfAreaCode(areaCode);
  return state !== null && Object.hasOwn(STATE_HOURS, state) ? state : null;
}
