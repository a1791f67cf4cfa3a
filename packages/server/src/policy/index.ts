export { firstTimers, hadMessage, withDisclosure } from './disclosure.ts';
export { enough, type Frequency, readFrequency, whoHadEnough } from './frequency.ts';
export { type Hold, holdOf, type LocalTime, type Person } from './hold.ts';
export { hasSaidLittle, muteEnd, muteMachines, stillMutes, unmute } from './mutes.ts';
export { type ChannelHours, forgetRules, type GateRules, gateRules, hoursRule, readRules } from './rules.ts';
