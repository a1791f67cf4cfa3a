import { ACCESS_LIMITS } from '@parley/rules/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

const PLAIN = 'parley_session';
/** Browsers keep this prefix to https and to our host alone. */
const OVER_TLS = '__Host-parley_session';

/** The session token a request carries, or null. */
export function tokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[OVER_TLS] ?? request.cookies[PLAIN];
  return token && /^[\w-]{20,100}$/.test(token) ? token : null;
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
const cookieOptions = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isTls(publicUrl),
});
