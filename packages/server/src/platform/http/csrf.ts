import type { IncomingHttpHeaders } from 'node:http';
import type { Log } from '../log.ts';

type Asked = { headers: IncomingHttpHeaders; host: string; url: string; ip: string };
const LONGEST = 200;

/**
 * A browser that another site made ask: a foreign (or opaque) Origin, or a cross-site Sec-Fetch-Site
 * (domain.md, "Calls"). Neither header: not a browser, served. One that is turned away is noted in the log.
 */
export function isForeignOrigin(asked: Asked, publicUrl: string | null, log: Log): boolean {
  if (!isForeign(asked, publicUrl)) return false;
  const { headers, url, ip } = asked;
  const path = (url.split('?', 1)[0] ?? '').slice(0, LONGEST);
  log.warn(
    { origin: headers.origin?.slice(0, LONGEST), path, address: ip },
    'a call from another site was refused',
  );
  return true;
}

function isForeign({ headers, host }: Asked, publicUrl: string | null): boolean {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === 'cross-site') return true;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const asking = new URL(origin).host;
  return asking !== host && asking !== (publicUrl === null ? null : new URL(publicUrl).host);
}
