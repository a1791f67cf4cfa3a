export { findFailingTalk } from './check-talks.ts';
export { copyTalks } from './store.ts';
