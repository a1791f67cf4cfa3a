/**
 * Whether a reply denies what a phrase says: "I'm not interested" is no "interested", although they share
 * every word that counts.
 */

const SHORT_FORMS = /^(do|does|did|is|are|was|were|have|has|had|could|would|should)nt$/;
const OTHER_FORMS = new Map([
  ['cant', ['can', 'not']],
  ['cannot', ['can', 'not']],
  ['wont', ['will', 'not']],
]);
const NEGATIONS = new Set(['not', 'never', 'hardly', 'barely', 'pas', 'jamais', 'nunca', 'tampoco']);
/** Deny as answers do, by themselves. */
const REFUSALS = new Set(['no', 'nope', 'nah', 'non']);
/**
 * What a negation denies is among so many words behind it, not counting those that only say how much: "not
 * even a bit interested".
 */
const REACH = 3;
const DEGREES = new Set(
  `a all an any anymore at be been being bit even feeling in least little longer more much of one particularly
  quite really remotely slightest slightly so such that the this to too very way`.split(/\s+/),
);
/** Another thought begins. */
const BREAKS = new Set('and but because can could if please pls so when where who what how why'.split(' '));
/** "Not sure when you open" denies nothing. */
const DOUBTS = new Set(['sure', 'know', 'only', 'just']);

/** Words with short forms written out: "don't" says "do not". */
export const withNegations = (words: readonly string[]): string[] =>
  words.flatMap((word, at) => {
    if (word === 'no' && words[at + 1] === 'longer') return ['not'];
    return OTHER_FORMS.get(word) ?? (SHORT_FORMS.test(word) ? [word.slice(0, -2), 'not'] : [word]);
  });

/** Says by itself nothing of what it denies. */
export const negates = (word: string): boolean => NEGATIONS.has(word);

/** Whether one of two texts denies what the other says. */
export function contradicts(said: readonly string[], phrase: ReadonlyMap<string, unknown>): boolean {
  const isDenial = [...phrase.keys()].some(negates);
  if (isDenial) return !said.some((word) => negates(word) || REFUSALS.has(word));
  return (
    endsInDenial(said) ||
    said.some((word, at) => negates(word) && denied(said.slice(at + 1)).some((each) => phrase.has(each)))
  );
}

/** "Of course not" takes back what it began with; "sure, why not" does not. */
export function endsInDenial(said: readonly string[]): boolean {
  const [before = '', last = ''] = said.slice(-2);
  return negates(last) && !BREAKS.has(before) && before !== 'or';
}

function denied(following: readonly string[]): readonly string[] {
  if (DOUBTS.has(following[0] ?? '')) return [];
  let left = REACH;
  // "Not so interested": "so" begins another thought only later on.
  const end = following.findIndex((word, at) => {
    if (BREAKS.has(word) && !(word === 'so' && at === 0)) return true;
    if (!DEGREES.has(word)) left -= 1;
    return left < 0;
  });
  return end < 0 ? following : following.slice(0, end);
}
