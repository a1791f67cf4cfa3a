/**
 * How well a reply's meaning is found, beside nlp.js: `npm run intents -- FOLDER` (public sets as
 * `sets.ts` names them; `--questions 40`, `--seed 1`). Few phrases, as authors write them: questions of
 * eight intents with five to eight phrases each, drawn from the set; half of what is then said belongs to
 * none of the eight and is to be taken for none. nlp.js is installed outside the repository.
 */
import { parseArgs } from 'node:util';
import { type Guess, type Lesson, type Matcher, nlpJs, parley } from './matchers.ts';
import { type IntentSet, type Meaning, readSets } from './sets.ts';

const INTENTS = 8;
const MOST_PHRASES = 8;
const TESTS_OF_EACH = 5;

const { values, positionals } = parseArgs({
  options: { questions: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

function shuffled<T>(items: readonly T[], dice: () => number): T[] {
  return items
    .map((item) => ({ item, at: dice() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** `meant`: null when it belongs to none of the question's intents. */
type Question = { lesson: Lesson; said: { text: string; meant: string | null }[] };

function draw(meanings: readonly Meaning[], dice: () => number): Question {
  const all = shuffled(meanings, dice);
  const own = all.slice(0, Math.min(INTENTS, Math.floor(all.length / 2) + 1));
  const others = all.slice(own.length, own.length * 2);
  const tests = (some: readonly Meaning[]) =>
    some.flatMap((meaning) =>
      shuffled(meaning.tests, dice)
        .slice(0, TESTS_OF_EACH)
        .map((text) => ({ text, name: meaning.name })),
    );
  return {
    lesson: own.map(({ name, phrases }) => ({
      name,
      phrases: shuffled(phrases, dice).slice(0, MOST_PHRASES),
    })),
    said: [
      ...tests(own).map(({ text, name }) => ({ text, meant: name })),
      ...tests(others).map(({ text }) => ({ text, meant: null })),
    ],
  };
}

type Answered = Guess & { meant: string | null };
type Outcome = { answered: Answered[]; learnMs: number; matchUs: number; texts: number };

async function ask(matcher: Matcher, questions: readonly Question[], language: string): Promise<Outcome> {
  const outcome: Outcome = { answered: [], learnMs: 0, matchUs: 0, texts: 0 };
  for (const { lesson, said } of questions) {
    let began = performance.now();
    const guess = await matcher.learn(lesson, language);
    outcome.learnMs += performance.now() - began;
    began = performance.now();
    for (const { text, meant } of said) outcome.answered.push({ ...(await guess(text)), meant });
    outcome.matchUs += (performance.now() - began) * 1000;
    outcome.texts += said.length;
  }
  return outcome;
}

/** Shares of what belongs to an intent: found, taken for another; of what belongs to none: taken for one. */
function figures(answered: readonly Answered[], threshold: number) {
  const own = answered.filter(({ meant }) => meant !== null);
  const strange = answered.filter(({ meant }) => meant === null);
  const isTaken = ({ name, sure }: Answered) => name !== null && sure > threshold;
  const share = (some: readonly Answered[], all: readonly Answered[]) =>
    some.length / Math.max(all.length, 1);
  return {
    right: share(
      own.filter((each) => isTaken(each) && each.name === each.meant),
      own,
    ),
    wrong: share(
      own.filter((each) => isTaken(each) && each.name !== each.meant),
      own,
    ),
    falsely: share(strange.filter(isTaken), strange),
  };
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** The lowest threshold at which no more is taken falsely than this. */
function atMostFalsely(answered: readonly Answered[], most: number): number {
  const sures = answered.filter(({ meant, name }) => meant === null && name !== null).map(({ sure }) => sure);
  const all = answered.filter(({ meant }) => meant === null).length;
  const inOrder = sures.sort((one, other) => other - one);
  return inOrder[Math.floor(most * all)] ?? 0;
}

/** Figures at the threshold as it comes, and of each at the same share of false matches. */
function row(name: string, outcome: Outcome, threshold: number): string {
  const { right, wrong, falsely } = figures(outcome.answered, threshold);
  const equal = figures(outcome.answered, atMostFalsely(outcome.answered, 0.1)).right;
  const cells = [percent(right), percent(wrong), percent(falsely), percent(equal)];
  const times = [
    `${(outcome.learnMs / Number(values.questions)).toFixed(1)} ms`,
    `${Math.round(outcome.matchUs / outcome.texts)} µs`,
  ];
  return `| ${[name, ...cells, ...times].join(' | ')} |`;
}

const HEAD = '| | right | another one | false matches | right at 10 % false matches | to learn | a text |';

async function compare(set: IntentSet, matchers: readonly Matcher[]): Promise<Map<string, Outcome>> {
  const dice = diceOf(Number(values.seed));
  const questions = Array.from({ length: Number(values.questions) }, () => draw(set.meanings, dice));
  const outcomes = new Map<string, Outcome>();
  for (const matcher of matchers) {
    const outcome = await ask(matcher, questions, set.language);
    outcomes.set(matcher.name, outcome);
    say(row(`${set.name} ${set.language}: ${matcher.name}`, outcome, matcher.usual));
  }
  return outcomes;
}

const sets = positionals.flatMap(readSets);
if (sets.length === 0) {
  say('No set of intents was found there. dev/intents/sets.ts says what is looked for.');
  process.exit(2);
}
const matchers = [parley, nlpJs()];
say(`${HEAD}\n|---|---|---|---|---|---|---|`);
const whole = new Map<string, Answered[]>();
for (const set of sets)
  for (const [name, { answered }] of await compare(set, matchers)) {
    const key = `${set.name}: ${name}`;
    whole.set(key, [...(whole.get(key) ?? []), ...answered]);
  }
say('\n| all languages, by threshold | right | another one | false matches |\n|---|---|---|---|');
for (const [name, answered] of whole)
  for (const threshold of [0.2, 0.3, 0.36, 0.42, 0.5, 0.6, 0.7, 0.8, 0.9]) {
    const { right, wrong, falsely } = figures(answered, threshold);
    say(`| ${name}, ${threshold} | ${percent(right)} | ${percent(wrong)} | ${percent(falsely)} |`);
  }
