export { type Advanced, advance, startSession, switchSession } from './advance.ts';
export { blankIntent, blankStep } from './blank-step.ts';
export { type FailureCause, isTrouble, mayBeMadeAgain, pauseBeforeRetry } from './call-retries.ts';
export { checkFlow, checkInPieces, isFinished, usableInPieces } from './check.ts';
export { wordsOf as answerWords } from './check-answers.ts';
export { optsInSilently } from './check-paths.ts';
export { switchTargets } from './check-switches.ts';
export { compareFlows, type StepChange, type StepPart } from './compare-flows.ts';
export type { CallRules, Effect, PlacedLink, ShortenedLink } from './effect.ts';
export type { ChannelFacts, ContactFacts, EngineEvent, TurnContext } from './event.ts';
export type { AccountHoldings, Finding, FindingCode } from './finding.ts';
export * from './flow.ts';
export { flowOf, type IntentShorthand, type StepShorthand } from './flow-shorthand.ts';
export { compileIntents, matchIntent, plain as plainAnswer } from './intent.ts';
export { isLongWait } from './long-wait.ts';
export {
  type ApiAnswer,
  type ApiCall,
  createMemoryHost,
  type MemoryHost,
  type MemoryHostStart,
  type TranscriptEntry,
} from './memory-host.ts';
export {
  type Opening,
  openingCredits,
  openingEffects,
  openingOf,
  openingTagNames,
} from './opening-messages.ts';
export { compilePatterns } from './pattern.ts';
export {
  checkTalk,
  playTalk,
  type Sent,
  type TalkDifference,
  type TalkHost,
  talkInMemory,
} from './play-talk.ts';
export {
  type Answer,
  type Session,
  type StoredSession,
  upgradeSession,
  type Waiting,
} from './session.ts';
export { mapTexts, referencesOf, remapSteps } from './step-copies.ts';
export { parseTalk, type Talk, type TalkAct, type TalkLine } from './talk.ts';
export {
  listTokens,
  PREFERENCES_LINK,
  parseTokens,
  renderTokens,
  type TextPart,
  type Token,
  writeToken,
} from './tokens.ts';
export {
  inLanguage,
  languagesOf,
  type SourceText,
  sourceTexts,
  tidyTranslations,
  translationOf,
  withTranslation,
} from './translations.ts';
export { copiedTalk, keptTalk, TEST_PERSON } from './write-talk.ts';
