export { type BlastRequest, type Launched, launchBlast } from './launch.ts';
