import type { FastifyInstance } from 'fastify';
import type { Wiring } from './hook.ts';
import type { Route } from './http/handler.ts';
import type { Background, Services } from './services.ts';

/** What a feature adds to the server. */
export type Feature = {
  /** Its calls of the session API. */
  routes?: Route[];
  /**
   * What carriers call: nothing that is there for browsers (cookies, their security headers, sockets) runs
   * for these.
   */
  webhooks?: (app: FastifyInstance, services: Services) => void;
  /** Its other machine calls, outside the session API. */
  http?: (app: FastifyInstance, services: Services) => void;
  /** What it does when a room below tells something. */
  hooks?: readonly Wiring[];
  /** Starts what every process needs, whatever its role. */
  startEverywhere?: (services: Services) => Background[];
  /** Starts its background work: in processes that do any. */
  start?: (services: Services) => Background[];
};
