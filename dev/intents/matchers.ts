/** What learns phrases and says what a text means: Parley's matcher, and nlp.js. */
import { compileIntents, type Intent, matchIntent } from '@parley/engine';
import { loadOutside } from '../outside.ts';

/** Phrases of one question, by intent. */
export type Lesson = { name: string; phrases: readonly string[] }[];
/** The intent that a text was taken for and how sure that is, 0 to 1; it counts from a threshold on. */
export type Guess = { name: string | null; sure: number };
export type Matcher = {
  name: string;
  /** What its threshold is as it comes. */
  usual: number;
  learn: (lesson: Lesson, language: string) => Promise<(text: string) => Promise<Guess>>;
};

/** As an author writes a question: the first phrase is the answer, the others train it. */
export const parley: Matcher = {
  name: 'Parley',
  usual: 0.42,
  async learn(lesson) {
    const intents = lesson.map(
      ({ name, phrases: [text = '', ...phrases] }, index): Intent => ({
        id: index + 1,
        text,
        score: name,
        next: 0,
        response: '',
        switchTo: 0,
        pattern: '',
        phrases: phrases.map((phrase, place) => ({ id: place + 1, text: phrase })),
      }),
    );
    const matcher = compileIntents(intents);
    return async (text) => {
      const { intent, nearest, by, degree } = matchIntent(matcher, text);
      // A first word counts at the usual threshold, whatever the likeness.
      if (by === 'beginning') return { name: intent?.score ?? null, sure: Math.max(degree, 0.421) };
      return { name: nearest?.score ?? null, sure: degree };
    };
  },
};

type NlpManager = {
  addDocument: (language: string, text: string, intent: string) => void;
  train: () => Promise<void>;
  process: (language: string, text: string) => Promise<{ intent: string; score: number }>;
};
type NodeNlp = {
  NlpManager: new (settings: object) => NlpManager;
};

export const NLP_VERSION = '4.27.0';

/** node-nlp as it comes, without what finds names and numbers. */
export function nlpJs(): Matcher {
  const { NlpManager } = loadOutside('node-nlp', NLP_VERSION) as NodeNlp;
  return {
    name: `nlp.js ${NLP_VERSION}`,
    usual: 0.5,
    async learn(lesson, language) {
      const manager = new NlpManager({
        languages: [language],
        forceNER: false,
        autoSave: false,
        autoLoad: false,
        nlu: { log: false },
      });
      for (const { name, phrases } of lesson)
        for (const phrase of phrases) manager.addDocument(language, phrase, name);
      await manager.train();
      return async (text) => {
        const { intent, score } = await manager.process(language, text);
        return { name: intent === 'None' ? null : intent, sure: intent === 'None' ? 0 : score };
      };
    },
  };
}
