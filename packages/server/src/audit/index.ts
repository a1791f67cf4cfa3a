export { type Actor, recordAuditEvent, recordAuditEventOfUser } from './record-event.ts';
