/** What can happen to a conversation. */
export type EngineEvent =
  | {
      type: 'started';
      by: 'keyword' | 'catch-all' | 'blast' | 'api' | 'automata' | 'switch' | 'preview';
      text: string;
    }
  | { type: 'said'; text: string }
  | { type: 'woke' }
  /** `text`: the whole answer, or why there is none. */
  | { type: 'answered'; ok: boolean; text: string };

/** Facts of the contact that a flow may read. */
export type ContactFacts = {
  /** Tag values by tag name. */
  tags: Record<string, string>;
  /** IANA zone for waits, e.g. America/New_York. */
  timeZone: string;
  phone: string;
};

/** Facts of the channel that a conversation runs on. */
export type ChannelFacts = {
  /** The public address that short links begin with, without a slash at the end. */
  linkBase: string;
  /** It carries pictures; if not, a link to the picture is texted. */
  carriesMms: boolean;
};

/**
 * What one turn knows: nothing else is read. `now` is an ISO instant. Without a `channel` links
 * stay as they are written.
 */
export type TurnContext = { now: string; contact: ContactFacts; channel?: ChannelFacts };
