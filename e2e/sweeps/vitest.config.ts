import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

/** `npm run sweeps`: every screen in every state, by keyboard, touch and assistive tree. */
const config = mergeConfig(base, defineConfig({ test: { name: 'sweeps' } }));

export default { ...config, test: { ...config.test, include: ['sweeps/*.spec.ts'] } };
