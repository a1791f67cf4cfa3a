/** A stored answer of one step. */
export type Answer = { raw: string; intent: string; score: string };

/** What a conversation waits for. */
export type Waiting =
  | { for: 'reply'; step: number /** ISO instant or null when it waits for ever. */; until: string | null }
  | { for: 'time'; step: number; until: string }
  | { for: 'api'; step: number };

/** One contact's run through a campaign: plain, versioned data; saved and reloaded between any two events. */
export type Session = {
  v: 1;
  campaignId: number;
  /** The published version of the campaign that it began on; absent: the draft, nothing was published. */
  published?: number;
  /** Fixed at the start: the dice of this conversation. Same seed, same events: same texts. */
  seed: number;
  status: 'active' | 'ended';
  endReason: '' | 'done' | 'switched' | 'replaced' | 'expired' | 'fault' | 'opted-out' | 'unpaid' | 'exited';
  waiting: Waiting | null;
  /**
   * Position (RQ) of the step entered last, 0 before the start: where to go on when that step is deleted
   * meanwhile.
   */
  position: number;
  /** Asked again so far, by step id. */
  retries: Record<string, number>;
  /** Ids of the steps entered so far, each once; absent in conversations stored before this was kept. */
  reached?: number[];
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
