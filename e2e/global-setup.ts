import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { startParley } from './parley.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Parley under test answers. */
    address: string;
    /** The file of what it has logged. */
    log: string;
    chromium: string;
  }
}

/** One real server for all files: each test signs a new user up and has an account of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  const parley = await startParley();
  project.provide('address', parley.address);
  project.provide('log', parley.log);
  return parley.stop;
}
