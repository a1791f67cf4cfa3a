export { type Actor, recordAuditEvent, recordAuditEventOfUser } from './record-event.ts';
export { auditKept } from './store.ts';
