import { randomBytes } from 'node:crypto';
import { calls, type TeamRole } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import {
  accountsOf,
  addMember,
  askToOwn,
  deleteInvitation,
  emailKey,
  emailOf,
  findInvitation,
  hasOwner,
  insertInvitedUser,
  isEmailAddress,
  isTeamMember,
  listInvitations,
  listTeamMembers,
  lockTeam,
  membership,
  type OpenInvitation,
  removeMember,
  setRole,
  storeInvitation,
  withdrawOffers,
} from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, isUniqueViolation, transact } from '../platform/db/database.ts';
import { invariant, Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { type Context, requireConfirmed, requireOwner, routesOf } from '../platform/http/handler.ts';
import { networkOf } from '../platform/http/network-of.ts';
import { sha256 } from '../platform/secrets.ts';
import { throttle } from '../platform/throttle.ts';
import { requireCodesGoOn } from './code-channel.ts';
import { hashPassword, requireGoodPassword } from './password.ts';
import { startSession } from './start-session.ts';
import { moveSession } from './store.ts';

const HOUR = 3600;
const DAY_MS = 86_400_000;
const GONE = 'This invitation is no longer valid. Please ask for a new one.';
const LAST_OWNER = 'An account needs an owner. Make someone else an owner first.';

export const teamRoutes = routesOf(calls.team, {
  async load({ db, accountId, caller, clock }) {
    const [members, invitations] = await Promise.all([
      listTeamMembers(db, accountId),
      listInvitations(db, accountId, clock.now()),
    ]);
    return {
      role: caller.role as TeamRole,
      members: members.map(({ lastSeen, ...member }) => ({
        ...member,
        lastSeen: lastSeen?.toISOString() ?? '',
        isYou: member.id === caller.userId,
      })),
      invitations: invitations.map(({ expires, ...invitation }) => ({
        ...invitation,
        expires: expires.toISOString(),
      })),
    };
  },

  async invite(context, { email, role }) {
    const { db, accountId, caller, clock, publicUrl } = context;
    if (!isEmailAddress(email)) throw new Malformed('inpEmail', 'inpEmail must be an email address.');
    if (await isTeamMember(db, accountId, email))
      throw new Refusal('This person is already on the team.', 'inpEmail');
    const at = clock.now();
    await throttle(db, at, { key: `invite:${accountId}`, limit: 50, windowSeconds: HOUR });
    const expires = new Date(at.getTime() + ACCESS_LIMITS.invitationDays * DAY_MS);
    const secret = randomBytes(24).toString('base64url');
    const by = { id: caller.userId, email: await emailOf(db, caller.userId) };
    const id = await transact(db, async (trx) => {
      if (role === 'owner') await requireCodesGoOn(trx, context.config, accountId);
      const invitation = { email, role, tokenHash: sha256(secret), by, at, expires };
      const made = await storeInvitation(trx, accountId, invitation);
      await recordAuditEvent(trx, context, {
        act: 'invited',
        kind: 'invitation',
        id: made,
        detail: `as ${role}`,
      });
      return made;
    });
    return { id, link: `${publicUrl}/join/${accountId}-${secret}`, expires: expires.toISOString() };
  },

  async revoke(context, { id }) {
    await transact(context.db, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'invitation-revoked', kind: 'invitation', id });
      if ((await deleteInvitation(trx, context.accountId, id)) === 0) throw new NotFound();
    });
    return {};
  },

  async setRole(context, { user, role }) {
    const { db, accountId } = context;
    const present = await membership(db, accountId, user);
    const isAsked = role === 'owner' && present !== undefined && present.role !== 'owner';
    await changeTeam(context, (trx) =>
      isAsked ? ask(trx, context, user) : giveRole(trx, context, user, role),
    );
    tellRoles(context);
    return { isAsked };
  },

  async answerOwnership(context, { accept }) {
    const { accountId, caller, config } = context;
    await changeTeam(context, async (trx) => {
      const found = await membership(trx, accountId, caller.userId);
      if (!found?.askedBy) throw new Refusal('You’re no longer invited to become an owner.');
      if (accept) await requireCodesGoOn(trx, config, accountId);
      await recordAuditEvent(trx, context, { act: accept ? 'owner-accepted' : 'owner-declined' });
      return setRole(trx, accountId, caller.userId, accept ? 'owner' : found.role);
    });
    tellRoles(context);
    return {};
  },

  async remove(context, { user }) {
    const isOneself = user === context.caller.userId;
    if (!isOneself) requireOwner(context.caller);
    requireConfirmed(context.caller, context.clock.now());
    await changeTeam(context, async (trx) => {
      await recordAuditEvent(trx, context, { act: 'removed', kind: 'user', id: user });
      await withdrawOffers(trx, context.accountId, user);
      return removeMember(trx, context.accountId, user, context.clock.now());
    });
    context.live.recheck(user);
    if (isOneself) context.clearSessionCookie();
    return {};
  },

  async accounts({ db, caller, accountId }) {
    const accounts = await accountsOf(db, caller.userId);
    return { accounts: accounts.map((account) => ({ ...account, isCurrent: account.id === accountId })) };
  },

  async switchTo({ db, live, caller }, { account }) {
    const accounts = await accountsOf(db, caller.userId);
    if (!accounts.some(({ id }) => id === account)) throw new NotFound();
    invariant(caller.sessionHash, 'a signed-in caller has a session');
    await moveSession(db, caller.sessionHash, account);
    live.recheck(caller.userId);
    return {};
  },

  async invitation(context, { invitation }) {
    const { id: _, ...found } = (await open(context, context.db, invitation)).invitation;
    return found;
  },

  async join(context, { invitation: token, password, phone }) {
    const { db, clock, config, address } = context;
    const number = toE164(phone);
    if (number === null) throw new Malformed('inpPhoneNumber', 'inpPhoneNumber must be a phone number.');
    const at = clock.now();
    await throttle(db, at, {
      key: `sign-up:${networkOf(address)}`,
      limit: ACCESS_LIMITS.signUpsPerHourAndAddress,
      windowSeconds: HOUR,
    });
    const { invitation: offered } = await open(context, db, token);
    await requireGoodPassword(password, [offered.email, number, offered.accountName]);
    const passwordHash = await hashPassword(password);
    const made = await transact(db, async (trx) => {
      const { accountId, invitation } = await open(context, trx, token, true);
      const { email, role, id } = invitation;
      if (role === 'owner') await requireCodesGoOn(trx, config, accountId);
      const userId = await insertInvitedUser(trx, { email, passwordHash, phone: number, at });
      await addMember(trx, accountId, userId, role);
      await recordAuditEvent(
        trx,
        { ...context, accountId, caller: { userId } },
        { act: 'joined', detail: `as ${role}` },
      );
      await deleteInvitation(trx, accountId, id);
      return { accountId, userId };
    }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'users_email_key_key'))
        throw new Refusal('There’s already a user with this address. Please sign in to accept.', 'inpEmail');
      throw error;
    });
    const mfaRequired = config.mfa === 'required';
    if (!mfaRequired) await startSession(context, made, { complete: true, remember: false });
    return { mfaRequired };
  },

  async accept(context, { invitation: token }) {
    const { db, live, caller, config } = context;
    const { sessionHash } = caller;
    invariant(sessionHash, 'a signed-in caller has a session');
    const email = await emailOf(db, caller.userId);
    await transact(db, async (trx) => {
      const { accountId, invitation } = await open(context, trx, token, true);
      if (emailKey(invitation.email) !== emailKey(email))
        throw new Refusal(`This invitation is for ${invitation.email}. Please sign in with that address.`);
      if (invitation.role === 'owner') await requireCodesGoOn(trx, config, accountId);
      await addMember(trx, accountId, caller.userId, invitation.role);
      await recordAuditEvent(
        trx,
        { ...context, accountId },
        { act: 'joined', detail: `as ${invitation.role}` },
      );
      await deleteInvitation(trx, accountId, invitation.id);
      await moveSession(trx, sessionHash, accountId);
    });
    live.recheck(caller.userId);
    return {};
  },
});

/** Nobody becomes an owner without their yes: what owners can do to an account, they answer for. */
async function ask(trx: Db, context: Context, user: number): Promise<number> {
  const { accountId, caller, config } = context;
  await requireCodesGoOn(trx, config, accountId);
  await recordAuditEvent(trx, context, { act: 'owner-asked', kind: 'user', id: user });
  return askToOwn(trx, accountId, user, {
    id: caller.userId,
    email: await emailOf(trx, caller.userId),
  });
}

async function giveRole(trx: Db, context: Context, user: number, role: TeamRole): Promise<number> {
  await recordAuditEvent(trx, context, { act: 'role-changed', kind: 'user', id: user, detail: `to ${role}` });
  if (role !== 'owner') await withdrawOffers(trx, context.accountId, user);
  return setRole(trx, context.accountId, user, role);
}

/** Open screens show at once what somebody may, and no longer may. */
function tellRoles({ live, accountId }: Context): void {
  live.publish(accountId, { type: 'settings', channelId: 0 });
}

/** A change of roles or members, in turn; refused when it would leave the account without an owner. */
async function changeTeam({ db, accountId }: Context, change: (trx: Db) => Promise<number>): Promise<void> {
  await transact(db, async (trx) => {
    await lockTeam(trx, accountId);
    if ((await change(trx)) === 0) throw new NotFound();
    if (!(await hasOwner(trx, accountId))) throw new Refusal(LAST_OWNER);
  });
}

/** The open invitation of a link's token: the account's id and a secret. */
async function open(
  { clock }: Context,
  db: Db,
  token: string,
  lock = false,
): Promise<{ accountId: number; invitation: OpenInvitation }> {
  const parts = /^([1-9]\d{0,14})-([\w-]{20,64})$/.exec(token);
  const accountId = Number(parts?.[1] ?? 0);
  const invitation = parts?.[2]
    ? await findInvitation(db, accountId, sha256(parts[2]), clock.now(), lock)
    : undefined;
  if (!invitation) throw new Refusal(GONE);
  return { accountId, invitation };
}
