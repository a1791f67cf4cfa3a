/** `/s/{code}`: leads on to where the link's author pointed, and records who came. */
import { LINK_LIMITS } from '@parley/rules/limits.ts';
import { isWebAddress } from '@parley/rules/links.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Services } from '../platform/services.ts';
import { createClickBatcher } from './click-batcher.ts';
import { findDestination } from './store.ts';
import { headerOf, visitOf } from './visitors.ts';

const CODE = new RegExp(`^[A-Za-z0-9]{${LINK_LIMITS.codeLength}}$`);

const UNKNOWN = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Link not found</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { display: grid; min-height: 90vh; place-content: center; margin: 0; padding: 0 24px; text-align: center }
  h1 { margin: 0 0 8px; font-size: 20px }
  p { margin: 0; max-width: 40ch; opacity: .8 }
</style>
<main>
  <h1>This link leads nowhere</h1>
  <p>Links in old messages end after a while. If yours is new, perhaps a letter was lost when it was copied: please open it from the message that you got.</p>
</main>
</html>
`;

export function serveShortLinks(app: FastifyInstance, services: Services): void {
  const record = createClickBatcher(services);

  app.get(`${LINK_LIMITS.path}:code`, async (request, reply) => {
    const { code } = request.params as { code: string };
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex, nofollow');
    const to = CODE.test(code) ? await findDestination(services.db, code) : undefined;
    if (!to || !isWebAddress(to.url) || !URL.canParse(to.url)) return sendUnknown(reply);
    await record({
      ...visitOf(request.method, request.headers),
      to,
      at: services.clock.now(),
      agent: headerOf(request.headers, 'user-agent').slice(0, LINK_LIMITS.agent).toWellFormed(),
    });
    return reply.redirect(new URL(to.url).href, 302);
  });

  app.get(`${LINK_LIMITS.path}*`, async (_request, reply) =>
    sendUnknown(reply.header('cache-control', 'no-store')),
  );
}

function sendUnknown(reply: FastifyReply): FastifyReply {
  return reply.status(404).type('text/html; charset=utf-8').send(UNKNOWN);
}
