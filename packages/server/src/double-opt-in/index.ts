export { type Confirmed, confirmMembers, notePending, systemReply } from './pending.ts';
