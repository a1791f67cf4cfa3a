import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { openApiOfSession } from '@parley/contract/session-openapi.ts';
import type { FastifyInstance } from 'fastify';

/** The documentation of the session calls, made from the contract itself. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    const document = openApiOfSession() as never;
    await scope.register(swagger, { mode: 'static', specification: { document } });
    await scope.register(swaggerUi, { routePrefix: '/docs/session', staticCSP: true });
  });
}
