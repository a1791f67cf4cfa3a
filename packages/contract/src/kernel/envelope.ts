/** The frame of every reply: RESULT 1 success, 0 refused, -1 no session (domain.md, "Calls"). */
export type Envelope = { RESULT: number; MESSAGE: string; DETAIL: string; SUSER: number };

export const SUCCESS = 1;
export const REFUSED = 0;
export const NO_SESSION = -1;

/** The one reply to a call without a session. */
export const NO_SESSION_REPLY: Envelope = {
  RESULT: NO_SESSION,
  MESSAGE: 'Please sign in.',
  DETAIL: '',
  SUSER: 0,
};
