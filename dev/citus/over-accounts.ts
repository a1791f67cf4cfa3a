/**
 * Functions of the product with a statement that asks all machines at once, by the reason for it. Everything
 * else names its account and runs on one machine.
 */
export const OVER_ACCOUNTS: Readonly<Record<string, readonly string[]>> = {
  'A look for due work of any account; the claim that follows names the account (decision 7).': [
    'server/automata/dates-store.ts: dateAutomata',
    'server/blasts/pause-and-cancel.ts: resumeAllPausedFor',
    'server/blasts/send-chunks.ts: claimChunk',
    'server/carriers/bind-leases.ts: takeLeases',
    'server/carriers/pictures.ts: claim',
    'server/carriers/simulator.ts: claimDue',
    'server/conversation/bot-pauses.ts: endOldPauses',
    'server/conversation/claim-due-work.ts: claimTimers',
    'server/imports/store.ts: claimImport',
    'server/messages/outbox.ts: claimOutbox',
    'server/messages/status-rollup.ts: countChanged',
    'server/platform/db/leases.ts: claimJob',
    'server/retention/store.ts: dueKinds',
  ],
  'A process that ends, or is found dead, lets go of all that it holds.': [
    'server/blasts/send-chunks.ts: dropChunkClaim',
    'server/carriers/bind-leases.ts: createLeases',
    'server/conversation/claim-due-work.ts: dropCallLeases',
    'server/conversation/claim-due-work.ts: dropTimerLeases',
    'server/imports/store.ts: dropImportLeases',
    'server/messages/outbox.ts: dropOutboxClaim',
  ],
  'Who signs in, and of which accounts a user is, is asked before an account is known.': [
    'server/access/store.ts: findUser',
    'server/accounts/team-store.ts: accountsOf',
    'server/accounts/team-store.ts: forgetWithoutAccount',
    'server/audit/record-event.ts: recordAuditEventOfUser',
  ],
  'Figures of the whole installation, for operators.': [
    'server/manage/doctor.ts: checkCarriers',
    'server/manage/doctor.ts: checkSending',
    'server/manage/doctor.ts: checkWebhooks',
    'server/manage/status.ts: countsOf',
    'server/manage/system.ts: readDatabase',
    'server/watch/figures.ts: figuresOf',
    'server/watch/figures.ts: readFigures',
  ],
  'A command of an operator over all accounts.': [
    'server/automata/dates-store.ts: skipPastDates',
    'server/automata/reschedule.ts: skipDueRuns',
    'server/automata/starts-store.ts: skipDueStarts',
    'server/manage/rotate-key.ts: renewConnections',
    'server/manage/unreadable.ts: storedConnections',
    'server/manage/unreadable.ts: storedCredentials',
    'server/manage/user-commands.ts: keysOf',
    'server/manage/user-commands.ts: listUsers',
  ],
  'What is old is removed for all accounts at once.': [
    'server/custom-events/store.ts: keptByNobodyBefore',
    'server/platform/http/intents.ts: forgetOldIntents',
    'server/webhooks/delivery-store.ts: forgetDeliveries',
  ],
};
