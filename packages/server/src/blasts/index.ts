export { askedBlast, onThisDay } from './asked-blast.ts';
export { IDS_PER_CONTACT } from './fanout.ts';
export { cancelChunk, finishChunk } from './finish-blast.ts';
export { type BlastRequest, checkBlast, type Launched, lackingValue, launchBlast } from './launch.ts';
export {
  countPrepared,
  endStall,
  noteStall,
  pauseAllUnderWay,
  pauseRunning,
  resumeAllPausedFor,
  setBlastState,
} from './pause-and-cancel.ts';
export { type BlastProgress, blastsBehind, readProgress } from './progress.ts';
export {
  type Chunk,
  claimChunk,
  countUnsettled,
  dropChunkClaim,
  dueChunks,
  noteSubmission,
  postponeChannel,
  releaseChunk,
  renewLease,
  type Unsettled,
} from './send-chunks.ts';
