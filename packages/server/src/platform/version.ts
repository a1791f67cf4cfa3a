import { readFileSync } from 'node:fs';

const manifest = new URL('../../../../package.json', import.meta.url);

/** Of this Parley, as its releases are called. */
export const parleyVersion = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
