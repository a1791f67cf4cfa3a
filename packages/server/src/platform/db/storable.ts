/** Words of others, as they can be stored. */

/** What PostgreSQL cannot store is taken out, NUL and halves of surrogate pairs; the rest is cut. */
export function storable(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}
