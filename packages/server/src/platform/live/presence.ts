import { randomUUID } from 'node:crypto';
import { decodeWhereabouts, type LiveMessage } from '@parley/contract';
import type { LiveHub } from './hub.ts';

/** A page that goes from step to step tells a few a second; more is nobody at work. */
const MOST_A_SECOND = 20;

type Person = { accountId: number; userId: number };

/**
 * What one page says of where it is, passed on to the other pages of its account. `hear`: it said something;
 * `left`: its connection is closed; `isOwn`: a live message that this page has caused.
 */
export function followPage(live: LiveHub, { accountId, userId }: Person) {
  const who = randomUUID();
  let isSomewhere = false;
  let second = 0;
  let inSecond = 0;
  const tell = (where: NonNullable<ReturnType<typeof decodeWhereabouts>>) => {
    isSomewhere = where.campaign > 0;
    live.publish(accountId, { type: 'presence', who, user: userId, ...where });
  };
  return {
    hear(text: string): void {
      const now = Math.floor(performance.now() / 1000);
      inSecond = now === second ? inSecond + 1 : 1;
      second = now;
      const where = inSecond > MOST_A_SECOND ? null : decodeWhereabouts(text);
      if (where) tell(where);
    },
    left(): void {
      if (isSomewhere) tell({ campaign: 0, isTemplate: false, step: 0, asks: false });
    },
    isOwn: (message: LiveMessage) => message.type === 'presence' && message.who === who,
  };
}
