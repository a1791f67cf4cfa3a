/** Blasts that somebody has prepared, and that somebody else of the team approves or declines. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { blasts } from './blasts.ts';
import { call, record, rows, wire } from './kernel/call.ts';
import { flag, id, int, oneOf, orElse, text } from './kernel/codec.ts';

export const APPROVAL_STATES = ['waiting', 'approved', 'declined', 'withdrawn'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

const approval = wire('APPROVALID', id);
const row = {
  id: wire('APPROVALID', int()),
  campaign: wire('BATCHID', int()),
  name: wire('NAME', text(TEXT_LIMITS.name)),
  state: wire('STATE', oneOf(...APPROVAL_STATES)),
  /** Who asked, by their address. */
  askedBy: wire('ASKEDBY', text(254)),
  isYours: wire('ISYOU', flag),
  askedAt: wire('ASKED_DT', text(40)),
  note: wire('NOTE', text(TEXT_LIMITS.note)),
  /** Who approved, declined or withdrew it; '': it waits. */
  decidedBy: wire('DECIDEDBY', text(254)),
  decidedAt: wire('DECIDED_DT', text(40)),
  answer: wire('ANSWER', text(TEXT_LIMITS.note)),
  /** The blast that it became; 0: none. */
  blast: wire('BLASTID', int()),
};

export const approvals = {
  ask: call(
    'blast/askApproval',
    { ...blasts.send.form, note: wire('inpNote', orElse(text(TEXT_LIMITS.note), '')) },
    { id: wire('APPROVALID', int()) },
    {
      about:
        'Asks the team to send a blast (the form of blast/BlastToList). It takes the place of what the same person asked for the same campaign and nobody has answered.',
    },
  ),
  list: call(
    'blast/listApprovals',
    {
      campaign: wire('inpBatchId', orElse(int(0), 0)),
      onlyWaiting: wire('inpWaiting', orElse(flag, false)),
      start: wire('iDisplayStart', orElse(int(0, 1_000_000), 0)),
    },
    { approvals: wire('APPROVALS', rows(row)) },
    {
      about:
        'A page of the blasts that approval was asked for, of one campaign or of the account, newest first; with inpWaiting 1 those that nobody has answered.',
    },
  ),
  load: call(
    'blast/loadApproval',
    { approval },
    {
      approval: wire('APPROVAL', record(row)),
      blast: wire('BLAST', record(blasts.send.form)),
      /** What would go out, as a mark: it is another one once the campaign is changed or published anew. */
      content: wire('CONTENT', text(100)),
    },
    { about: 'One request with its blast, as it was asked for.' },
  ),
  approve: call(
    'blast/approveBlast',
    { approval, content: wire('inpContent', text(100)) },
    { blast: wire('BLASTID', int()) },
    {
      sends: true,
      about:
        'Sends a blast that somebody else has asked for. CONTENT is that of blast/loadApproval: refused when the campaign was changed since.',
    },
  ),
  decline: call(
    'blast/declineBlast',
    { approval, answer: wire('inpAnswer', orElse(text(TEXT_LIMITS.note), '')) },
    {},
    { sends: true, about: 'Declines a blast that somebody has asked for, with an answer for them.' },
  ),
  withdraw: call(
    'blast/withdrawApproval',
    { approval },
    {},
    { about: 'Takes back what the asking user has asked for, as long as nobody has answered.' },
  ),
};
