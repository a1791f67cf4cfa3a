export { readDisk } from './disk.ts';
export { serveMetrics } from './serve-metrics.ts';
