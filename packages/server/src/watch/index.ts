export { readDisk } from './disk.ts';
export { readFigures } from './figures.ts';
export { countsOfDay } from './hourly-counts.ts';
export { serveMetrics } from './serve-metrics.ts';
