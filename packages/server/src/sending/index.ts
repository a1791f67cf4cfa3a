export { endLeasesOf } from './dead-workers.ts';
