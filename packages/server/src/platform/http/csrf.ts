import type { IncomingHttpHeaders } from 'node:http';

type Asked = { headers: IncomingHttpHeaders; host: string };

/**
 * A browser that another site made ask: a foreign (or opaque) Origin, or a cross-site Sec-Fetch-Site (domain.md, "Calls").
 * Neither header: not a browser, served.
 */
export function isForeignOrigin({ headers, host }: Asked, publicUrl: string | null): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const asking = new URL(origin).host;
  return asking !== host && asking !== (publicUrl === null ? null : new URL(publicUrl).host);
}
