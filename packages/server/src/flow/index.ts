export { flowsOf, type LiveFlow } from './flow-cache.ts';
export { flowEdited, questionsChange, usabilityChanged } from './hooks.ts';
export {
  insertSteps,
  isUsable,
  loadFlow,
  namesOfTags,
  readFlow,
  recheckMentions,
  reserveStepIds,
  toFlow,
  worldOf,
} from './store.ts';
