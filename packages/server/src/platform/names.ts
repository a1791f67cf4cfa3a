/**
 * The form in which names of an account's things are compared and kept unique (`name_key`): trimmed, without
 * regard to case or Unicode width. Through upper case first, so that ß and final sigma have one form.
 */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');
}
