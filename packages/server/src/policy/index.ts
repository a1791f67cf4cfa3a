export { type Hold, holdOf, type LocalTime, type Person } from './hold.ts';
export { type GateRules, gateRules } from './rules.ts';
