/** The settings of a channel's connection: shown without secrets, checked, stored, tried out, watched. */

import { X509Certificate } from 'node:crypto';
import { CONNECTION_FIELDS, type ConnectionKind, calls, connectionProblem } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { recordAuditEvent } from '../audit/index.ts';
import {
  connectionStates,
  mayReachHost,
  NOT_REACHABLE,
  type StoredSettings,
  settingsForMembers,
  shownSettings,
  storedSettings,
  webhookAddresses,
  withNewToken,
} from '../carriers/index.ts';
import { isUniqueViolation, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { isConfirmed, routesOf } from '../platform/http/handler.ts';
import type { Services } from '../platform/services.ts';
import { forgetRules, POLICY_KEPT_MS } from '../policy/index.ts';
import * as store from './connection-store.ts';
import { hoursChanged, lineChanged } from './hooks.ts';

const HOUR_MS = 3_600_000;
const TAKEN = 'This number is in use. Please choose another one.';
const NO_CERTIFICATE = 'That’s not a certificate. It should start with -----BEGIN CERTIFICATE-----.';

const { test: _, testResult: __, ...own } = calls.connections;

export const connectionRoutes = routesOf(own, {
  async load({ db, accountId, config, publicUrl, caller, clock }, { channel }) {
    const found = await store.readConnection(db, accountId, channel);
    if (!found) throw new NotFound();
    const { name, number, kind, backupKind, sendsMedia } = found;
    const own = shownSettings(kind, found.connection);
    const backup = backupKind
      ? shownSettings(backupKind, found.backupConnection)
      : { values: {}, secrets: [] };
    const isOwner = caller.role === 'owner';
    const seen = (values: Record<string, string>) => (isOwner ? values : settingsForMembers(values));
    const now = clock.now();
    const addresses = [
      ...webhookAddresses(publicUrl, 1, kind, found.connection, now),
      ...(backupKind ? webhookAddresses(publicUrl, 2, backupKind, found.backupConnection, now) : []),
    ];
    return {
      name,
      number,
      kind,
      values: seen(own.values),
      secrets: own.secrets,
      sendsMedia,
      backupKind,
      backupValues: seen(backup.values),
      backupSecrets: backup.secrets,
      // Whoever has the addresses can write in anybody's name: a cookie alone does not show them.
      webhooks: isOwner && isConfirmed(caller, now) ? addresses : [],
      isPublic: config.publicUrl !== null,
    };
  },

  async save(context, form) {
    const { db, accountId, clock, signals, caller, live } = context;
    const { channel } = form;
    await transact(db, async (trx) => {
      const before = await store.readConnection(trx, accountId, channel, 'locked');
      if (!before) throw new NotFound();
      const {
        kind = before.kind,
        backupKind = before.backupKind,
        sendsMedia: wants = before.sendsMedia,
      } = form;
      if (backupKind === 'simulator' || (kind === 'simulator' && backupKind))
        throw new Malformed('inpBackupKind', 'inpBackupKind must be the kind of a real carrier.');
      const number = senderNumber(form.number ?? before.number, kind);
      const holder = await store.numberHolder(trx, accountId, channel, number);
      if (holder !== undefined) throw new Refusal(`“${holder}” has this number already.`, 'ChannelNumber');
      const sameKind = before.kind === kind ? before.connection : {};
      const sameBackup = before.backupKind === backupKind ? before.backupConnection : {};
      const connection =
        form.values || kind !== before.kind
          ? checked(context, kind, form.values ?? {}, sameKind, 'own')
          : before.connection;
      const backupConnection =
        backupKind && (form.backupValues || backupKind !== before.backupKind)
          ? checked(context, backupKind, form.backupValues ?? {}, sameBackup, 'backup')
          : sameBackup;
      const sendsMedia = kind === 'simulator' || (kind === 'twilio' && wants);
      const given = { number, kind, connection, backupKind, backupConnection, sendsMedia };
      try {
        await store.storeConnection(trx, accountId, channel, given, caller.userId);
        const detail = backupKind ? `connection: ${kind}, then ${backupKind}` : `connection: ${kind}`;
        await recordAuditEvent(trx, context, { act: 'changed', kind: 'channel', id: channel, detail });
      } catch (error) {
        if (isUniqueViolation(error, 'channel_lookups_pkey')) throw new Refusal(TAKEN, 'ChannelNumber');
        throw error;
      }
      const now = clock.now();
      await tell(lineChanged, trx, accountId, channel, now);
      // The usual hours do not hold on a simulator.
      if (kind !== before.kind)
        await tell(hoursChanged, trx, accountId, channel, new Date(now.getTime() + POLICY_KEPT_MS));
    });
    forgetRules(context);
    for (const signal of ['connections', 'outbox', 'chunks'] as const) signals.wake(signal);
    live.publish(accountId, { type: 'settings', channelId: channel });
    return {};
  },

  async renewWebhooks(context, { channel, place, keepHours }) {
    const { db, accountId, clock, signals } = context;
    const until = keepHours === 0 ? null : new Date(clock.now().getTime() + keepHours * HOUR_MS);
    await transact(db, async (trx) => {
      const before = await store.readConnection(trx, accountId, channel, 'locked');
      if (!before) throw new NotFound();
      const side = place === 1 ? 'connection' : 'backupConnection';
      if (!before[side].webhookToken) throw new Refusal('The carrier calls no address of this connection.');
      const given = { ...before, [side]: withNewToken(before[side], until) };
      await store.storeConnection(trx, accountId, channel, given, null);
      await recordAuditEvent(trx, context, {
        act: 'changed',
        kind: 'channel',
        id: channel,
        detail: 'new addresses',
      });
    });
    signals.wake('connections');
    return {};
  },

  async status(context, { channel }) {
    const { db, accountId } = context;
    if (!(await store.readConnection(db, accountId, channel))) throw new NotFound();
    const states = await connectionStates(context, accountId, channel);
    return {
      connections: states.map(({ place, kind, link, circuit, perSecond, inFlight, window, trouble }) => ({
        place,
        kind,
        link,
        circuit,
        perSecond,
        inFlight,
        window,
        code: trouble?.code ?? '',
        reason: trouble?.reason ?? '',
        troubleAt: trouble ? new Date(trouble.at).toISOString() : '',
      })),
    };
  },
});

/** Checked settings as they are stored; a wrong one is refused with its name. */
function checked(
  services: Services,
  kind: ConnectionKind,
  values: Record<string, string>,
  before: StoredSettings,
  side: 'own' | 'backup',
): StoredSettings {
  const found = connectionProblem(kind, values, (name) => Boolean(before[name]));
  if (found) throw wrongSetting(side, found.field, found.problem);
  const stored = storedSettings(services, kind, values, before);
  for (const [name, field] of Object.entries(CONNECTION_FIELDS[kind])) {
    const value = stored[name] ?? '';
    const host = field.type === 'url' ? new URL(value).hostname : field.type === 'host' ? value : null;
    if (host !== null && !mayReachHost(services, host)) throw wrongSetting(side, name, NOT_REACHABLE);
  }
  if (stored.caCertificate && !areCertificates(stored.caCertificate))
    throw wrongSetting(side, 'caCertificate', NO_CERTIFICATE);
  return stored;
}

/** One certificate in PEM, or a few one after the other. */
function areCertificates(pem: string): boolean {
  const each = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const isOne = (text: string) => {
    try {
      return new X509Certificate(text).raw.length > 0;
    } catch {
      return false;
    }
  };
  return each.length > 0 && each.every(isOne);
}

const wrongSetting = (side: 'own' | 'backup', name: string, problem: string) =>
  side === 'own'
    ? new Refusal(problem, `inpValues.${name}`)
    : new Refusal(problem, `inpBackupValues.${name}`);

const SHORT_CODE = /^\d{3,8}$/;
const SENDER_NAME = /^(?=.*\p{L})[\p{L}\d &._+-]{1,11}$/u;

/** A sender as it is stored: a long number in E.164, a short code, or a name of letters and digits. */
function senderNumber(written: string, kind: ConnectionKind): string {
  const text = written.trim();
  const number = SHORT_CODE.test(text) ? text : toE164(text);
  if (number !== null) return number;
  if (kind !== 'simulator' && SENDER_NAME.test(text)) return text;
  // The pretend numbers of simulators are nobody's.
  if (kind === 'simulator' && /^\+1555\d{7}$/.test(text)) return text;
  throw new Refusal(
    'Please enter a phone number with its country code, a short code, or a name of up to 11 letters and digits.',
    'ChannelNumber',
  );
}
