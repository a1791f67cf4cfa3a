/**
 * Apart from phone.ts, so that a screen that only shows numbers does not load the tables of the world's
 * numbering plans.
 */

/**
 * (xxx) xxx-xxxx for a 10-digit number, anything else gives nothing (specification, access and reports,
 * section 5).
 */
export function formatPhone(input: string): string {
  const digits = input.replace(/\D/g, '');
  return digits.length === 10 ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : '';
}
