export type { Effect } from './effect.ts';
export type { ContactFacts, EngineEvent, TurnContext } from './event.ts';
export * from './flow.ts';
export type { Answer, Session, Waiting } from './session.ts';
