export { type Deferral, deferralOf, type LocalTime, type Person } from './deferral.ts';
export { firstTimers, hadMessage, withDisclosure } from './disclosure.ts';
export { type Frequency, frequencyCapReached, readFrequency, whoReachedCap } from './frequency.ts';
export { hasSaidLittle, muteEnd, muteMachines, stillMutes, unmute } from './mutes.ts';
export {
  type ChannelHours,
  forgetRules,
  hoursRule,
  readRules,
  type SendPolicy,
  sendPolicyOf,
} from './send-policy.ts';
