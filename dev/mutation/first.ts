/** The first file of a worker: begins the run that {@link ./worker-side.ts} lengthens. */
import { test } from 'vitest';

test('asks what to run', () => undefined);
