import { TABLES_OF as OWNED } from '../../packages/server/src/testing/table-owners.ts';
import type { ORDER } from './order.ts';

type Room = Exclude<(typeof ORDER)[number], 'app'>;

/** Which room of the server writes which tables. */
export const TABLES_OF: Partial<Record<Room, readonly string[]>> = OWNED;
