import type { Feature } from '../feature.ts';
import type { FindCaller } from '../platform/http/serve.ts';

export const feature: Feature = {};

export const findCaller: FindCaller = async () => null;
