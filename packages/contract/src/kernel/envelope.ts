/** The frame of every reply: RESULT 1 success, 0 refused, -1 no session (domain.md, "Calls"). */
export type Envelope = { RESULT: number; MESSAGE: string; DETAIL: string; SUSER: number };

const SUCCESS = 1;
const REFUSED = 0;
const NO_SESSION = -1;

/** Done; `user`: who asked, 0 for nobody. */
export const doneReply = (user: number, message = ''): Envelope => ({
  RESULT: SUCCESS,
  MESSAGE: message,
  DETAIL: '',
  SUSER: user,
});

/** Not done; `detail`: the field that was wrong, or what else a screen goes by. */
export const refusedReply = (message: string, detail = '', user = 0): Envelope => ({
  RESULT: REFUSED,
  MESSAGE: message,
  DETAIL: detail,
  SUSER: user,
});

/** The one reply to a call without a session. */
export const NO_SESSION_REPLY: Envelope = {
  RESULT: NO_SESSION,
  MESSAGE: 'Please sign in.',
  DETAIL: '',
  SUSER: 0,
};

/** `user`: who asked, 0 for nobody; null where the reply does not say it. */
export type Outcome = {
  is: 'done' | 'refused' | 'no-session';
  message: string;
  detail: string;
  user: number | null;
};

export function isEnvelope(reply: unknown): reply is Record<string, unknown> {
  return reply !== null && typeof reply === 'object' && 'RESULT' in reply;
}

/** What a reply says about its call. */
export function outcomeOf(reply: Record<string, unknown>): Outcome {
  const result = Number(reply.RESULT);
  return {
    is: result === SUCCESS ? 'done' : result === NO_SESSION ? 'no-session' : 'refused',
    message: String(reply.MESSAGE ?? ''),
    detail: String(reply.DETAIL ?? ''),
    user: typeof reply.SUSER === 'number' ? reply.SUSER : null,
  };
}
