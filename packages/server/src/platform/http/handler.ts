import type { Readable } from 'node:stream';
import { type Call, type FieldMap, type FormOf, type ReplyOf, UNCONFIRMED } from '@parley/contract';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import { Refusal } from '../errors.ts';
import type { Services } from '../services.ts';

/** Who is asking. Ids are 0 on open calls without a session. */
export type Caller = {
  accountId: number;
  userId: number;
  role: string;
  /** Hash of the session's token; null without a session. */
  sessionHash: Buffer | null;
  /** False between the password and the second factor. */
  complete: boolean;
  /** When they last showed that it is them: by signing in, or with the password again. */
  confirmedAt: Date | null;
};

export type Context = Services & {
  caller: Caller;
  /** Short for caller.accountId: every query names it. */
  accountId: number;
  /** The address of the browser, for throttling. */
  address: string;
  agent: string;
  /** The open page that asks; '' when it does not say. */
  page: string;
  /** The address people reach us by: PUBLIC_URL, else what this request says. */
  publicUrl: string;
  /** What the browser has for a session, which may have ended; null: it has none. */
  sessionToken: string | null;
  setSessionCookie: (token: string, remember: boolean) => void;
  clearSessionCookie: () => void;
  /** The token of the browser itself, which outlives sessions; null: it has none yet. */
  device: string | null;
  /**
   * A browser, by the headers that browsers alone send: it keeps a cookie of its own beside that of the
   * session.
   */
  isBrowser: boolean;
  setDeviceCookie: (token: string) => void;
  /** The reply's SUSER from now on: the caller signed in or out within this call. */
  becomes: (userId: number) => void;
  /** Acts when the browser goes away before it is answered. */
  whenAbandoned: (act: () => void) => void;
  /** The uploaded file, on calls of shape `upload`. */
  file: UploadedFile | null;
};

export type UploadedFile = { name: string; stream: Readable; isTruncated: () => boolean };

/** A download: the reply of calls of shape `file`. */
export type Download = { fileName: string; contentType: string; body: Readable | Buffer | string };

export type Handler<C> = (
  context: Context,
  form: FormOf<C>,
) => Promise<(ReplyOf<C> & { message?: string }) | Download>;

/** One handler for every call of a group: a missing one is a compile error. */
export type Handlers<G extends Record<string, unknown>> = { [K in keyof G]: Handler<G[K]> };

// biome-ignore lint/suspicious/noExplicitAny: the table holds handlers of all calls.
export type AnyHandler = (context: Context, form: any) => Promise<Record<string, unknown> | Download>;
export type Route = { call: Call<FieldMap, FieldMap>; handle: AnyHandler };

/** @throws Refusal for everybody but an owner of the account. */
export function requireOwner({ role }: Caller): void {
  if (role !== 'owner') throw new Refusal('Only an account owner can do this.');
}

/** Whether somebody does what reaches people: authors prepare what others send. */
export const maySend = ({ role }: Pick<Caller, 'role'>): boolean => role !== 'author';

/** @throws Refusal for an author of the account. */
export function requireSender(caller: Pick<Caller, 'role'>): void {
  if (!maySend(caller))
    throw new Refusal(
      'Authors can’t send, publish, or turn things on. Ask a member or an owner of the account.',
    );
}

/** @throws Refusal for a session that was confirmed too long ago: a cookie alone is not enough for this. */
export function requireConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, at: Date): void {
  if (!isConfirmed({ confirmedAt }, at))
    throw new Refusal('Confirm it’s you: enter your password again.', UNCONFIRMED);
}

export function isConfirmed({ confirmedAt }: Pick<Caller, 'confirmedAt'>, at: Date): boolean {
  const most = ACCESS_LIMITS.confirmedMinutes * 60_000;
  return confirmedAt !== null && Math.abs(at.getTime() - confirmedAt.getTime()) < most;
}

/** Pairs a group of calls with its handlers. */
export function routesOf<G extends Record<string, unknown>>(group: G, handlers: Handlers<G>): Route[] {
  return Object.keys(group).map((key) => ({
    call: group[key] as Call<FieldMap, FieldMap>,
    handle: handlers[key as keyof G] as AnyHandler,
  }));
}
