/** A stored answer of one step. */
export type Answer = { raw: string; intent: string; score: string };

/** What a conversation waits for. */
export type Waiting =
  | { for: 'reply'; step: number /** ISO instant or null when it waits for ever. */; until: string | null }
  | { for: 'time'; step: number; until: string }
  | { for: 'api'; step: number };

/**
 * One contact's run through a campaign: plain, versioned data; saved and reloaded between any two events.
 * Whoever changes what is stored raises `v` and says in {@link upgradeSession} what becomes of the earlier
 * form.
 */
export type Session = {
  v: 2;
  campaignId: number;
  /** The published version of the campaign that it began on; absent: the draft, nothing was published. */
  published?: number;
  /** Fixed at the start: the dice of this conversation. Same seed, same events: same texts. */
  seed: number;
  status: 'active' | 'ended';
  endReason:
    | ''
    | 'done'
    | 'switched'
    | 'replaced'
    | 'expired'
    | 'fault'
    | 'opted-out'
    | 'unpaid'
    | 'frequency'
    | 'exited';
  waiting: Waiting | null;
  /**
   * Position (RQ) of the step entered last, 0 before the start: where to go on when that step is deleted
   * meanwhile.
   */
  position: number;
  /** Asked again so far, by step id. */
  retries: Record<string, number>;
  /** Ids of the steps entered so far, each once. */
  reached: number[];
  /** Visits by step id, for loop limits. */
  visits: Record<string, number>;
  /** By step id. */
  answers: Record<string, Answer>;
  lastResponse: string;
  /** Extra fields of the trigger: tokens that win over a tag of the same name. */
  variables: Record<string, string>;
  /** How often the dice were thrown. */
  draws: number;
};

/** The first form: at its beginning nobody kept which steps were entered. */
type FirstSession = Omit<Session, 'v' | 'reached'> & { v: 1; reached?: number[] };

/** A session as any release may have stored it. */
export type StoredSession = Session | FirstSession;

/**
 * A stored session in the form of today, so that every conversation plays on. One of a later release, from
 * before a way back, is taken as it is.
 */
export function upgradeSession(stored: StoredSession): Session {
  return stored.v === 1 ? { ...stored, v: 2, reached: stored.reached ?? certainlyReached(stored) } : stored;
}

/** Of the steps that a conversation came by those that left a trace. */
function certainlyReached({ visits, answers, waiting }: FirstSession): number[] {
  const ids = [...Object.keys(visits), ...Object.keys(answers)].map(Number);
  return [...new Set(waiting ? [...ids, waiting.step] : ids)];
}
