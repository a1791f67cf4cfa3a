export {
  type Flows,
  flowKey,
  flowOfSession,
  flowsOf,
  type LiveFlow,
  liveOf,
  readFlows,
  type WantedFlow,
} from './flow-cache.ts';
export { flowEdited, flowPublished, questionsChange, usabilityChanged } from './hooks.ts';
export { recheckMentions } from './recheck.ts';
export {
  insertSteps,
  isLiveFinished,
  isReachedOnceRestored,
  isUsable,
  loadFlow,
  namesOfTags,
  readFlow,
  reserveStepIds,
  toFlow,
  worldOf,
} from './store.ts';
export { liveVersion, readVersion } from './version-store.ts';
