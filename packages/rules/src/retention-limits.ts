/**
 * D: for how many months an account keeps each kind of data. `usual`: when nobody chose; 0: for ever.
 * `least`: what is younger is still worked with (answers of blasts, frequency, receipts), or is what owners
 * look for.
 */
export const RETENTION = {
  mostMonths: 120,
  usual: { texts: 0, messages: 0, answers: 0, clicks: 0, links: 0, pictures: 0, simulator: 0, history: 24 },
  least: { texts: 1, messages: 3, answers: 3, clicks: 3, links: 3, pictures: 1, simulator: 1, history: 6 },
  /** a preview counts no further */
  counted: 100_000,
} as const;
