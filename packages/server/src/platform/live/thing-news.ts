import type { Thing } from '@parley/contract';
import type { LiveHub } from './hub.ts';

/** `page`: the open one that asked, which knows already. */
type Telling = { live: LiveHub; accountId: number; page?: string };

/** Pages that show a thing read its name anew, or that it is gone. After the change is committed. */
export function tellThing({ live, accountId, page = '' }: Telling, kind: Thing, id: number): void {
  live.publish(accountId, { type: 'thing', kind, id, page });
}
