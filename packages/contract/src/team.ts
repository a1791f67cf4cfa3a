/** Who works in an account: its people, invitations, and where they are signed in. */
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, int, oneOf, orElse, text } from './kernel/codec.ts';

/** From who may do everything to who only prepares: an author does nothing that reaches people. */
export const TEAM_ROLES = ['owner', 'member', 'author'] as const;
export type TeamRole = (typeof TEAM_ROLES)[number];

const role = oneOf(...TEAM_ROLES);
const invitation = wire('inpInvitation', text(100));

export const team = {
  load: call(
    'account/loadTeam',
    {},
    {
      role: wire('ROLE', role),
      members: wire(
        'MEMBERS',
        rows({
          id: wire('USERID', int()),
          email: wire('EMAIL', text(254)),
          role: wire('ROLE', role),
          lastSeen: wire('LASTSEEN', text(40)),
          /** The owner who asks a member to become one; '': nobody does. */
          askedBy: wire('ASKEDBY', text(254)),
          isYou: wire('ISYOU', flag),
        }),
      ),
      invitations: wire(
        'INVITATIONS',
        rows({
          id: wire('INVITATIONID', int()),
          email: wire('EMAIL', text(254)),
          role: wire('ROLE', role),
          invitedBy: wire('INVITEDBY', text(254)),
          expires: wire('EXPIRES', text(40)),
        }),
      ),
    },
    { about: 'The people of the account, open invitations, and the role of the asking user.' },
  ),
  invite: call(
    'account/inviteMember',
    { email: wire('inpEmail', text(254)), role: wire('inpRole', role) },
    {
      id: wire('INVITATIONID', int()),
      link: wire('LINK', text(2000)),
      expires: wire('EXPIRES', text(40)),
    },
    {
      ownersOnly: true,
      confirmed: true,
      about: 'Invites an address by a link that is shown once. Inviting it again voids the link before.',
    },
  ),
  revoke: call(
    'account/revokeInvitation',
    { id: wire('INVITATIONID', id) },
    {},
    { ownersOnly: true, about: 'Voids an invitation.' },
  ),
  setRole: call(
    'account/setMemberRole',
    { user: wire('USERID', id), role: wire('inpRole', role) },
    { isAsked: wire('ISASKED', orElse(flag, false)) },
    {
      ownersOnly: true,
      confirmed: true,
      about:
        'Makes somebody a member or an author, or asks them to become an owner (ISASKED 1), who is one only after answerOwnership; one owner stays.',
    },
  ),
  answerOwnership: call(
    'account/answerOwnership',
    { accept: wire('inpAccept', flag) },
    {},
    {
      confirmed: true,
      about: 'Accepts or declines to become an owner of the account, where an owner has asked.',
    },
  ),
  remove: call(
    'account/removeMember',
    { user: wire('USERID', id) },
    {},
    {
      about:
        'Takes somebody out of the account and signs her out of it. Owners only, or oneself; one owner stays. Needs confirm.',
    },
  ),
  accounts: call(
    'account/listAccounts',
    {},
    {
      accounts: wire(
        'ACCOUNTS',
        rows({
          id: wire('ACCOUNTID', int()),
          name: wire('NAME', text(255)),
          role: wire('ROLE', role),
          isCurrent: wire('ISCURRENT', flag),
        }),
      ),
    },
    { about: 'The accounts that the asking user belongs to.' },
  ),
  switchTo: call(
    'account/switchAccount',
    { account: wire('ACCOUNTID', id) },
    {},
    { about: 'Goes on in another account of the same user.' },
  ),
  /** What a link leads to; asked before signing in. */
  invitation: call(
    'registration/loadInvitation',
    { invitation },
    {
      accountName: wire('ACCOUNTNAME', text(255)),
      email: wire('EMAIL', text(254)),
      role: wire('ROLE', role),
    },
    {
      access: 'open',
      quiet: true,
      about: 'Which account an invitation opens, for whom, and with which role.',
    },
  ),
  join: call(
    'registration/joinAccount',
    {
      invitation,
      password: wire('inpPassword', text(1024)),
      phone: wire('inpPhoneNumber', text(32)),
    },
    { mfaRequired: wire('MFAREQ', flag) },
    { access: 'open', quiet: true, about: 'Creates the invited user and opens her session in the account.' },
  ),
  accept: call(
    'account/acceptInvitation',
    { invitation },
    {},
    { about: 'Adds the asking user to the account of an invitation for her address, and goes on in it.' },
  ),
};

export const sessions = {
  list: call(
    'account/listSessions',
    {},
    {
      sessions: wire(
        'SESSIONS',
        rows({
          id: wire('SESSIONID', int()),
          agent: wire('AGENT', text(300)),
          address: wire('ADDRESS', text(64)),
          started: wire('STARTED', text(40)),
          lastUsed: wire('LASTUSED', text(40)),
          isCurrent: wire('ISCURRENT', flag),
        }),
      ),
    },
    { about: 'Where the asking user is signed in.' },
  ),
  end: call(
    'account/endSession',
    { id: wire('SESSIONID', id) },
    {},
    { about: 'Signs the asking user out at one place.' },
  ),
  endOthers: call(
    'account/endOtherSessions',
    {},
    {},
    { about: 'Signs the asking user out everywhere but here.' },
  ),
};
