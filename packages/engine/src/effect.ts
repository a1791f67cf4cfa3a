import type { ApiRetryCause } from './flow.ts';

/** A link that the host is to make: a sample of the same length stands for it in the text, at `at`. */
export type PlacedLink = ShortenedLink | { at: number; to: 'preferences' };

export type ShortenedLink = {
  at: number;
  /** As the author wrote it, tokens not filled in: the same for everybody. */
  written: string;
  /** Where it leads for this contact. */
  target: string;
};

/** How a call may be made again: at most `most` times. A call of a repeatable step has a key of its own. */
export type CallRules = { most: number; on: ApiRetryCause; isRepeatable: boolean };

/** What a turn asks the host to do, in order. The engine itself touches nothing. */
export type Effect =
  | { do: 'say'; step: number; text: string; links?: PlacedLink[] }
  | { do: 'sendMms'; step: number; text: string; media: string; links?: PlacedLink[] }
  | {
      do: 'callApi';
      step: number;
      verb: string;
      url: string;
      headers: Record<string, string>;
      contentType: string;
      body: string;
      /** Absent: it is made once. */
      rules?: CallRules;
    }
  | { do: 'setTag'; step: number; tag: string; value: string }
  /** `words`: the answer that it follows; '': nothing was said yet, so that it is no consent. */
  | { do: 'optIn'; step: number; list: number; words: string }
  | { do: 'notify'; step: number; list: number; text: string; links?: PlacedLink[] }
  /** The host ends this conversation and starts the campaign with event `started` by switch. */
  | { do: 'switchTo'; step: number; campaign: number }
  /** A step was answered: for reports (raw answer, intent's text or '', score). */
  | { do: 'recordAnswer'; step: number; raw: string; intent: string; score: string }
  | { do: 'resetDrip'; step: number }
  | { do: 'wakeAt'; step: number; at: string }
  | { do: 'end'; reason: string }
  /** Bad flow data: the conversation went on by a stated rule or ended; recorded, never thrown. */
  | { do: 'fault'; step: number; message: string };
