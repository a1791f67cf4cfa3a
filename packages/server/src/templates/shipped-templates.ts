/** The templates that ship with the product: data of the program, read-only, ids 1 to 99. */
import { type Flow, flowOf, mapTexts } from '@parley/engine';
import { NotFound } from '../platform/errors.ts';
import { joinTemplates } from './shipped/join-templates.ts';
import { listenTemplates } from './shipped/listen-templates.ts';
import { sellTemplates } from './shipped/sell-templates.ts';
import { serveTemplates } from './shipped/serve-templates.ts';
import type { ShippedTemplate } from './shipped/shipped-template.ts';

/** In the order of the picker. */
export const SHIPPED: readonly ShippedTemplate[] = [
  joinTemplates.welcome,
  sellTemplates.flashSale,
  listenTemplates.survey,
  serveTemplates.appointment,
  listenTemplates.feedback,
  joinTemplates.event,
  sellTemplates.contest,
  sellTemplates.donation,
  listenTemplates.support,
  serveTemplates.storeHours,
  sellTemplates.drip,
  joinTemplates.birthday,
  joinTemplates.ageGate,
  serveTemplates.blank,
];

const byId = new Map(SHIPPED.map((template) => [template.id, template]));

export const findShipped = (id: number): ShippedTemplate | undefined => byId.get(id);
export const isShipped = (id: number): boolean => byId.has(id);

/** The flow of a shipped template with the account's name in its texts. Step ids count from 1. */
export function shippedFlow(id: number, brand: string): Flow {
  const template = byId.get(id);
  if (!template) throw new NotFound();
  const flow = flowOf(id, template.steps);
  return mapTexts(flow, (text) => text.replaceAll('{{brand}}', brand)) as Flow;
}
