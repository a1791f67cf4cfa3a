export { type Advanced, advance, startSession } from './advance.ts';
export { blankIntent, blankStep } from './blank.ts';
export type { Effect } from './effect.ts';
export type { ContactFacts, EngineEvent, TurnContext } from './event.ts';
export * from './flow.ts';
export type { Answer, Session, Waiting } from './session.ts';
export { listTokens, parseTokens, renderTokens, type TextPart, type Token, writeToken } from './tokens.ts';
