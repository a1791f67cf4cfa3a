import type { Server } from 'node:http';
import type { Log } from './log.ts';

/** What stays for the database, carriers, calls of flows and files of imports; of a small limit the half. */
const RESERVED = 256;
const TELL_EVERY_MS = 60_000;

/** How many files and connections this process may have open (`ulimit -n`). */
function openFiles(): number {
  const { report } = process;
  if (!report) return Number.POSITIVE_INFINITY;
  // Else it looks the names of all peers up. Its types lack it.
  (report as { excludeNetwork?: boolean }).excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft: unknown } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : Number.POSITIVE_INFINITY;
}

/**
 * Keeps people's connections from taking the last open file: those above are closed at once, and the database
 * can still be asked for the others.
 */
export function limitConnections(server: Server, log: Log, limit = openFiles()): void {
  if (limit === Number.POSITIVE_INFINITY) return;
  const most = limit - Math.min(RESERVED, Math.floor(limit / 2));
  server.maxConnections = most;
  let told = 0;
  server.on('drop', () => {
    if (Date.now() - told < TELL_EVERY_MS) return;
    told = Date.now();
    log.warn(
      { open: most, openFiles: limit },
      'connections are refused: as many are open as this process may have; raise its limit of open files (ulimit -n)',
    );
  });
}
