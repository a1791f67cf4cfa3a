export { type ConfirmedMembership, membersConfirmed } from './hooks.ts';
export { type Confirmed, confirmMembers, notePending, systemReply } from './pending.ts';
