/**
 * Headers of answers that machines read: should a browser be led to one of them, it makes nothing of what
 * stands there.
 */
export const MACHINE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
} as const;
