/**
 * How fast a carrier takes messages, found out as a network's rate is: each refusal for haste cuts the pace
 * to a little less than what it took in the last second, and without one the pace grows again, slowly near
 * the cut. A first refusal says little, because some carriers take a burst: the pace doubles each second
 * until the second one. Cache by this process, for each channel.
 */
import { inRuntime } from '../platform/runtime.ts';
import type { Services } from '../platform/services.ts';

/** Of what the carrier took in the second before it refused. */
const CUT = 0.85;
/** Shares of the pace at the cut: added with the seconds since then, and with their cube. */
const GROWTH = { linear: 0.01, cubic: 0.000_3 };
/** A carrier that takes less than this of what it took before is looked at anew. */
const FALLEN = 0.5;
/** Refusals of one moment are one. */
const EVENT_MS = 1_000;
const SPAN_MS = 1_000;
/** A carrier that takes fewer a second is left to its pauses. */
const LEAST = 5;
/** After a minute without a refusal there is no limit to be seen any more. */
const FORGOTTEN_S = 60;
const MARK_MS = 20;
const MOST_MARKS = 200;

export type Congestion = {
  /** So many segments were taken now. */
  taken: (segments: number) => void;
  refused: () => void;
  /** Segments a second; null: nothing speaks against going as fast as the settings allow. */
  rate: () => number | null;
};

/** `seeking`: nothing but the first refusal is known. */
type Cut = { at: number; rate: number; seeking: boolean };

export function createCongestion(now: () => number): Congestion {
  let marks: { at: number; segments: number }[] = [];
  let cut: Cut | null = null;

  function lastSecond(): number {
    const since = now() - SPAN_MS;
    marks = marks.filter(({ at }) => at > since);
    return marks.reduce((sum, { segments }) => sum + segments, 0);
  }

  function rate(): number | null {
    if (!cut) return null;
    const seconds = (now() - cut.at) / 1_000;
    const growth = cut.seeking ? 2 ** seconds : 1 + GROWTH.linear * seconds + GROWTH.cubic * seconds ** 3;
    if (seconds > FORGOTTEN_S) cut = null;
    return cut && cut.rate * growth;
  }

  return {
    taken(segments) {
      const last = marks.at(-1);
      if (last && now() - last.at < MARK_MS) last.segments += segments;
      else marks.push({ at: now(), segments });
      if (marks.length > MOST_MARKS) lastSecond();
    },
    refused() {
      if (cut && now() - cut.at < EVENT_MS) return;
      const before = rate();
      const took = Math.min(lastSecond(), before ?? Number.POSITIVE_INFINITY);
      if (took < LEAST && !cut) return;
      const seeking = !cut || (!cut.seeking && took < cut.rate * FALLEN);
      cut = { at: now(), rate: Math.max(1, took * CUT), seeking };
    },
    rate,
  };
}

const ofChannels = inRuntime(() => new Map<number, Congestion>());

/** That of a channel. */
export function congestionOf(services: Services, channelId: number): Congestion {
  const all = ofChannels(services);
  const known = all.get(channelId) ?? createCongestion(() => performance.now());
  all.set(channelId, known);
  return known;
}
