export { firstTimers, hadMessage, withDisclosure } from './disclosure.ts';
export { enough, type Frequency, readFrequency, whoHadEnough } from './frequency.ts';
export { type Hold, holdOf, type LocalTime, type Person } from './hold.ts';
export { hasSaidLittle, muteEnd, muteMachines, stillMutes, unmute } from './mutes.ts';
export { type GateRules, gateRules, readRules } from './rules.ts';
