/** What can happen to a conversation. */
export type EngineEvent =
  | { type: 'started'; by: 'keyword' | 'blast' | 'api' | 'automata' | 'switch' | 'preview'; text: string }
  | { type: 'said'; text: string }
  | { type: 'woke' }
  | { type: 'answered'; ok: boolean; text: string };

/** Facts of the contact that a flow may read. */
export type ContactFacts = {
  /** Tag values by tag name. */
  tags: Record<string, string>;
  /** IANA zone for waits, e.g. America/New_York. */
  timeZone: string;
  phone: string;
};

/** The injected world of one turn: nothing else is read. `now` is an ISO instant. */
export type TurnContext = { now: string; contact: ContactFacts };
