export { accountHours, consentRecord, contactRules } from './contact-facts.ts';
export { type Deferral, deferralOf, type LocalTime, type PolicyContact } from './deferral.ts';
export { firstTimers, hadMessage, withDisclosure } from './disclosure.ts';
export { type Frequency, frequencyCapReached, readFrequency, whoReachedCap } from './frequency-cap.ts';
export { limitEased } from './hooks.ts';
export { hasSaidLittle, muteEnd, muteMachines, stillMutes, unmute } from './mutes.ts';
export { changedTexts, warnOfWords } from './opt-out-texts.ts';
export { endPause, pauseContact, pausedUntil } from './pauses.ts';
export {
  type ChannelHours,
  forgetRules,
  hoursRule,
  POLICY_KEPT_MS,
  readRules,
  type SendPolicy,
  sendPolicyOf,
} from './send-policy.ts';
