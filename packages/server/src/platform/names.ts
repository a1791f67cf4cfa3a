/**
 * The form in which names of an account's things are compared and kept unique (`name_key`): trimmed, without
 * regard to case or Unicode width. Through upper case first, so that ß and final sigma have one form.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');
}

/** A name cut to so many UTF-16 units, without the half of an emoji that a cut may leave. */
export const cutName = (name: string, most: number): string =>
  name.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
