import type {} from '@fastify/cookie';
import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PLAIN = 'parley_session';
/** Browsers keep this prefix to https and to our host alone. */
const OVER_TLS = '__Host-parley_session';

const DEVICE = 'parley_device';
/** As long as browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600;

/**
 * The session token a request carries, or null. Over TLS only the cookie that nobody else can set for our
 * host.
 */
export function tokenOf(request: FastifyRequest, publicUrl: string | null): string | null {
  return tokenIn(request, cookieName(publicUrl ?? ''));
}

/** The token of the browser itself, which outlives sessions; null: it has none yet. */
export function deviceOf(request: FastifyRequest, publicUrl: string | null): string | null {
  return tokenIn(request, deviceName(publicUrl ?? ''));
}

function tokenIn(request: FastifyRequest, name: string): string | null {
  const token = request.cookies[name];
  return token && /^[\w-]{20,100}$/.test(token) ? token : null;
}

/**
 * Programs that keep one cookie get the session's alone. Browsers send an Origin with each form, and where it
 * comes from over TLS and on this machine.
 */
export function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

export function setDeviceCookie(reply: FastifyReply, token: string, publicUrl: string): void {
  reply.setCookie(deviceName(publicUrl), token, { ...cookieOptions(publicUrl), maxAge: DEVICE_SECONDS });
}

export function setCookie(reply: FastifyReply, token: string, remember: boolean, publicUrl: string): void {
  const maxAge = remember ? { maxAge: ACCESS_LIMITS.rememberDays * 24 * 3600 } : {};
  reply.setCookie(cookieName(publicUrl), token, { ...cookieOptions(publicUrl), ...maxAge });
}

export function clearCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(cookieName(publicUrl), cookieOptions(publicUrl));
}

const isTls = (publicUrl: string) => publicUrl.startsWith('https:');
const cookieName = (publicUrl: string) => (isTls(publicUrl) ? OVER_TLS : PLAIN);
const deviceName = (publicUrl: string) => (isTls(publicUrl) ? `__Host-${DEVICE}` : DEVICE);
const cookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isTls(publicUrl),
});
