/** What the flow check reports. */
import type { Step } from './flow.ts';

export type Finding = {
  /** An error keeps the campaign from being finished and sent; a warning does not. */
  severity: 'error' | 'warning';
  /** The step's id. */
  step: number;
  code: FindingCode;
  /** One or two sentences for a marketer. */
  message: string;
  /** What certainly puts it right. */
  fix?: Fix;
};
/** `go-on`: a step's default next leads there. `add-ending`: a final message below a step. All are ids. */
export type Fix = { do: 'go-on'; step: number; to: number } | { do: 'add-ending'; after: number };
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
  | 'keyword-answer'
  | 'reserved-answer'
  | 'no-retry-text'
  | 'no-consent';

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

export const isBlank = (text: string) => text.trim() === '';
