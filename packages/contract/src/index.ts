export type { EndReason, Overview } from './access.ts';
export { API_SCOPES, type ApiScope } from './api/scopes.ts';
export { type Calls, calls } from './api-index.ts';
export { API_KEY_MODES, type ApiKeyMode } from './api-keys.ts';
export { TRIGGER_FIELDS, TRIGGER_PATH } from './api-trigger.ts';
export { APPROVAL_STATES, type ApprovalState } from './approvals.ts';
export { ACT_GROUPS, ACT_KINDS, type Act, type ActGroup, type ActKind, AUDIT_ACTIONS } from './audit.ts';
export { START_REASONS, START_STATES, type StartReason, type StartState } from './automata.ts';
export { type BlastOutcome, OUTCOMES } from './blast-outcomes.ts';
export { BLAST_STATES, type BlastState, type TagFilter, tagFilters } from './blasts.ts';
export { fileRefusal } from './campaign-files.ts';
export {
  CONNECTION_FIELDS,
  CONNECTION_KINDS,
  type ConnectionField,
  type ConnectionKind,
  connectionProblem,
  KANNEL_PARAMETERS,
} from './connections.ts';
export type { StepOnWire } from './flow.ts';
export {
  type Access,
  BASE,
  type Call,
  decodeFields,
  encodeFields,
  FieldError,
  type FieldMap,
  type FormOf,
  type ReplyOf,
  UNCONFIRMED,
  type ValuesOf,
} from './kernel/call.ts';
export {
  doneReply,
  type Envelope,
  isEnvelope,
  NO_SESSION_REPLY,
  outcomeOf,
  refusedReply,
} from './kernel/envelope.ts';
export { ACCOUNT_HEADER, INTENT_HEADER, isIntentKey, OTHER_ACCOUNT, PAGE_HEADER } from './kernel/headers.ts';
export {
  decodeLive,
  decodeWhereabouts,
  encodeLive,
  LIVE_PATH,
  type LiveMessage,
  type Thing,
  type Whereabouts,
} from './live.ts';
export { BREAKPOINTS, type Breakpoint, type DisplayType, METRICS, type Metric } from './metrics.ts';
export type { PasskeyAssertion, PasskeyAttestation, PasskeyOptions } from './passkeys.ts';
export { type PreferencePage, preferenceField } from './preferences.ts';
export {
  metricOf,
  NO_TILES,
  type ReportLayout,
  type ReportTile,
  rebuiltLayout,
  type StoredLayout,
  storedLayout,
  type TileArea,
} from './report-layout.ts';
export type { Datapoint, LineData, NumberData, TableData } from './reports.ts';
export { type DataKind, KEPT_KINDS } from './retention.ts';
export { segmentRefusal } from './segments.ts';
export {
  PAGE_LANGUAGES,
  type PageLanguage,
  type SignUpPage,
  signUpDetail,
  signUpField,
} from './sign-up.ts';
export type { StepEvent } from './step-counts.ts';
export { COUNTED, HAND_SOURCES, OPT_OUT_SOURCES } from './suppression.ts';
export { FAILING_TALK } from './talks.ts';
export { TEAM_ROLES, type TeamRole } from './team.ts';
export { DECISIONS } from './unconfirmed.ts';
export { DELIVERY_STATES, type DeliveryState, WEBHOOK_KINDS } from './webhooks.ts';
