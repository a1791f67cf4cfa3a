/** Flows of RapidPro as campaigns. */
export { type MappedFlow, mapFlow } from './map-flow.ts';
export type { MappingNote, NamedFlow, NamedThing } from './mapping.ts';
export { isRapidpro, readRapidpro } from './read-export.ts';
