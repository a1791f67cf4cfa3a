import type { FastifyInstance } from 'fastify';
import type { Route } from './platform/http/handler.ts';
import type { Background, Services } from './services.ts';

/** What a feature adds to the server. */
export type Feature = {
  /** Its calls of the session API. */
  routes?: Route[];
  /** Its machine calls (webhooks, triggers), outside the session API. */
  http?: (app: FastifyInstance, services: Services) => void;
  /** Starts its background work. */
  start?: (services: Services) => Background[];
};
