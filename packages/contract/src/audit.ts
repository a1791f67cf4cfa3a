/** What happened in an account, and by whom. */
import { call, rows, wire } from './kernel/call.ts';
import { int, oneOf, orElse, text } from './kernel/codec.ts';

/** What owners look for. */
export const ACT_GROUPS = ['access', 'team', 'sending', 'things', 'people'] as const;
export type ActGroup = (typeof ACT_GROUPS)[number];

/** Every act that is kept, in words that its thing follows: "Deleted the campaign" Spring sale. */
export const AUDIT_ACTIONS = {
  'signed-in': { group: 'access', words: 'Signed in' },
  'signed-out': { group: 'access', words: 'Signed out' },
  'session-ended': { group: 'access', words: 'Signed out another device' },
  'sign-in-failed': { group: 'access', words: 'Wrong password for' },
  'code-failed': { group: 'access', words: 'Wrong code for' },
  'password-changed': { group: 'access', words: 'Changed the password' },
  'password-reset': { group: 'access', words: 'Reset a forgotten password' },
  'password-set': { group: 'access', words: 'Set a new password for' },
  'email-changed': { group: 'access', words: 'Changed the sign-in email' },
  'phone-changed': { group: 'access', words: 'Changed the number for sign-in codes' },
  'codes-on': { group: 'access', words: 'Turned on sign-in codes' },
  'codes-off': { group: 'access', words: 'Turned off sign-in codes' },
  'authenticator-on': { group: 'access', words: 'Set up an authenticator app' },
  'authenticator-off': { group: 'access', words: 'Turned off the authenticator app' },
  'recovery-codes-made': { group: 'access', words: 'Made new recovery codes' },
  'recovery-code-used': { group: 'access', words: 'Used a recovery code' },
  'passkey-added': { group: 'access', words: 'Added a passkey' },
  'passkey-removed': { group: 'access', words: 'Removed a passkey' },
  'passkey-failed': { group: 'access', words: 'Wrong passkey for' },
  invited: { group: 'team', words: 'Invited' },
  'invitation-revoked': { group: 'team', words: 'Revoked the invitation for' },
  joined: { group: 'team', words: 'Joined the account' },
  'owner-asked': { group: 'team', words: 'Invited to become an owner:' },
  'owner-accepted': { group: 'team', words: 'Agreed to become an owner' },
  'owner-declined': { group: 'team', words: 'Declined to become an owner' },
  'role-changed': { group: 'team', words: 'Changed the role of' },
  removed: { group: 'team', words: 'Removed from the team' },
  'account-saved': { group: 'team', words: 'Changed the account settings' },
  'credits-added': { group: 'team', words: 'Added credits' },
  'credits-low': { group: 'sending', words: 'Credits ran low' },
  'credits-out': { group: 'sending', words: 'Credits ran out: replies on hold' },
  'blast-sent': { group: 'sending', words: 'Sent' },
  'approval-asked': { group: 'sending', words: 'Asked to send' },
  'approval-given': { group: 'sending', words: 'Approved the blast of' },
  'approval-declined': { group: 'sending', words: 'Declined to send' },
  'approval-withdrawn': { group: 'sending', words: 'No longer asks to send' },
  'blast-paused': { group: 'sending', words: 'Paused the blast of' },
  'blast-resumed': { group: 'sending', words: 'Resumed the blast of' },
  'blast-cancelled': { group: 'sending', words: 'Canceled the blast of' },
  'blast-not-started': { group: 'sending', words: 'Couldn’t start the blast of' },
  'reached-with-errors': { group: 'sending', words: 'Found errors in' },
  'switched-on': { group: 'sending', words: 'Turned on' },
  'switched-off': { group: 'sending', words: 'Turned off' },
  'webhook-failed': { group: 'sending', words: 'Turned off after failing for days:' },
  'secret-rotated': { group: 'things', words: 'Changed the secret of' },
  published: { group: 'things', words: 'Published' },
  'people-moved': { group: 'things', words: 'Moved people to the live version of' },
  created: { group: 'things', words: 'Created' },
  changed: { group: 'things', words: 'Changed' },
  deleted: { group: 'things', words: 'Deleted' },
  revoked: { group: 'things', words: 'Revoked' },
  restored: { group: 'things', words: 'Restored' },
  exported: { group: 'things', words: 'Exported' },
  imported: { group: 'things', words: 'Imported from a file:' },
  'import-started': { group: 'people', words: 'Imported' },
  'import-cancelled': { group: 'people', words: 'Stopped the import of' },
  'import-undone': { group: 'people', words: 'Undid the import of' },
  'opt-out-recorded': { group: 'people', words: 'Recorded an opt-out' },
  'opt-outs-uploaded': { group: 'people', words: 'Uploaded opt-outs' },
  'opt-outs-exported': { group: 'people', words: 'Downloaded opt-outs' },
  'doubt-decided': { group: 'people', words: 'Reviewed a possible opt-out' },
  'pause-ended': { group: 'people', words: 'Ended the pause of' },
  unmuted: { group: 'people', words: 'Unmuted' },
  erased: { group: 'people', words: 'Erased for good' },
} as const satisfies Record<string, { group: ActGroup; words: string }>;
export type Act = keyof typeof AUDIT_ACTIONS;

/** Kinds of things that are acted on, as people call them. */
export const ACT_KINDS = {
  campaign: 'campaign',
  blast: 'blast',
  list: 'list',
  tag: 'tag',
  segment: 'segment',
  channel: 'channel',
  automaton: 'automata',
  credential: 'API credentials',
  'api-key': 'API key',
  webhook: 'webhook',
  report: 'report',
  import: 'file',
  user: 'person',
  invitation: 'invitation',
  contact: 'contact',
} as const;
export type ActKind = keyof typeof ACT_KINDS;

export const audit = {
  list: call(
    'account/listHistory',
    {
      before: wire('inpBefore', orElse(int(0), 0)),
      group: wire('inpFilter', orElse(oneOf('all', ...ACT_GROUPS), 'all')),
    },
    {
      acts: wire(
        'ACTS',
        rows({
          id: wire('ID', int()),
          at: wire('AT', text(40)),
          actor: wire('ACTOR', text(254)),
          act: wire('ACT', text(40)),
          kind: wire('KIND', text(20)),
          thing: wire('THINGID', int()),
          name: wire('NAME', text(255)),
          detail: wire('DETAILS', text(255)),
          address: wire('ADDRESS', text(64)),
        }),
      ),
      next: wire('NEXT', int()),
    },
    {
      ownersOnly: true,
      about:
        'What happened in the account and by whom, newest first; NEXT is the inpBefore of the next page, 0: there is none. ACTOR is empty where nobody of the account did it.',
    },
  ),
  exportAll: call(
    'account/exportHistory',
    {},
    {},
    {
      method: 'GET',
      shape: 'file',
      ownersOnly: true,
      confirmed: true,
      about: 'All that happened in the account as CSV, newest first.',
    },
  ),
};
