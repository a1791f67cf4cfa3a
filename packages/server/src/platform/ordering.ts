/** Orders of things that people drag: tags, lists, channels. */
import { sql } from './db/database.ts';
import { Malformed, NotFound, Refusal } from './errors.ts';

export type OrderItem = {
  id: number;
  /** The new place; undefined when the call did not say. */
  index: number | undefined;
};

/**
 * The ids in their new order. `present` are all ids of the account in the order they have now: an id that is
 * none of them is not found, one that is missing means that the screen is out of date. The new places decide;
 * when they say the present order (a screen sends nothing unless something moved) the order of the items
 * does.
 */
export function newOrder(items: readonly OrderItem[], present: readonly number[], field: string): number[] {
  const given = items.map((item) => item.id);
  const known = new Set(present);
  if (given.some((id) => !known.has(id))) throw new NotFound();
  if (new Set(given).size !== given.length)
    throw new Malformed(field, `${field} names the same thing twice.`);
  if (given.length !== present.length)
    throw new Refusal('The list changed in the meantime. Reload it and try again.', field);
  if (items.some((item) => item.index === undefined)) return given;
  const byPlace = items
    .toSorted((one, other) => (one.index ?? 0) - (other.index ?? 0))
    .map((item) => item.id);
  return byPlace.every((id, place) => id === present[place]) ? given : byPlace;
}

/** SQL: the place of a row among all that are selected from a table that people put in order, from 0. */
export const placeIn = sql<number>`(row_number() over (order by position, id) - 1)::int`;
