/** What the flow check reports. */
import type { Flow, Step } from './flow.ts';

export type Finding = {
  /** An error keeps the campaign from being finished and sent; a warning does not. */
  severity: 'error' | 'warning';
  /** The step's id. */
  step: number;
  code: FindingCode;
  /** One or two sentences for a marketer. */
  message: string;
  /** The language whose texts it is about; absent: the base language, or all. */
  language?: string;
  /** What certainly puts it right. */
  fix?: Fix;
};
/** Steps, answers and phrases are named by their ids. */
export type Fix = StepFix | FlowFix;
/** What one step says or does becomes another. */
export type StepFix =
  /** Its default next leads there. */
  | { do: 'go-on'; step: number; to: number }
  /** Who does not answer within a day is left alone. */
  | { do: 'end-on-silence'; step: number }
  /** A training phrase that never means its answer is taken out. */
  | { do: 'drop-phrase'; step: number; intent: number; phrase: number; text: string }
  /** Words that the law wants, behind each of its wordings. */
  | { do: 'add-words'; step: number; words: string }
  /** Translations of originals that changed since are right as they are; by key, the originals' marks. */
  | { do: 'still-fits'; step: number; language: string; marks: Readonly<Record<string, string>> };
/** What changes which steps there are. */
export type FlowFix =
  /** A final message below a step. */
  | { do: 'add-ending'; after: number }
  /** A final message for those whose call fails. */
  | { do: 'add-error-path'; step: number }
  | { do: 'remove'; step: number };
export type FindingCode =
  | 'empty-text'
  | 'long-text'
  | 'dear-characters'
  | 'missing-step'
  | 'no-list'
  | 'unknown-list'
  | 'no-tag'
  | 'unknown-tag'
  | 'no-url'
  | 'no-error-path'
  | 'bad-path'
  | 'no-campaign'
  | 'unknown-campaign'
  | 'bad-pattern'
  | 'unknown-token'
  | 'token-without-answer'
  | 'token-too-early'
  | 'unreachable'
  | 'endless-loop'
  | 'self-jump'
  | 'no-end'
  | 'falls-into-branch'
  | 'dead-end'
  | 'no-conditions'
  | 'no-data'
  | 'no-wait'
  | 'no-picture'
  | 'same-answer'
  | 'overlap'
  | 'no-timeout'
  | 'keyword-answer'
  | 'reserved-answer'
  | 'no-retry-text'
  | 'no-consent'
  | 'no-disclosure'
  | 'switch-ring'
  | 'untranslated'
  | 'outdated-translation'
  | 'other-tokens'
  | 'dear-translation'
  | 'no-language-tag';

/** What the account has. `keywords`: in their compared form (rules/keyword.ts); unknown when absent. */
export type AccountHoldings = {
  tags: readonly string[];
  lists: readonly number[];
  campaigns: readonly number[];
  keywords?: readonly string[];
  /** Further words that opt out; unknown when absent. */
  optOutWords?: readonly string[];
  /** Whether people can start this campaign themselves, by a keyword; unknown when absent. */
  isTexted?: boolean;
  /** By what name people know who texts them; unknown when absent. */
  program?: string;
  /** What the campaigns answer with that this one may lead to by switches; unknown when absent. */
  others?: readonly Flow[];
};

/** What a step is checked against, and where what is wrong with it goes. `tagNames`: in small letters. */
export type CheckedAgainst = { account: AccountHoldings; tagNames: ReadonlySet<string>; report: Report };

export type Report = (
  severity: Finding['severity'],
  step: Step,
  code: FindingCode,
  message: string,
  fix?: Fix,
) => void;
