/**
 * Which process of which machine works on something: the beginning of the names that leases are taken under.
 * Whoever meets the lease of a process that is known to be dead need not wait for its end.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Where process ids mean the same: one start of one kernel (its boot id), in it one space of process ids
 * (each container has its own), and one clock that their starts are told by. Null where the system does not
 * tell: then nobody is known to be dead.
 */
const place = readPlace();

function readPlace(): string | null {
  try {
    if (!areIdsOurs()) return null;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const ids = readlinkSync('/proc/self/ns/pid');
    const clock = existsSync('/proc/self/ns/time') ? readlinkSync('/proc/self/ns/time') : '';
    return createHash('sha256').update(`${boot} ${ids} ${clock}`).digest('base64url').slice(0, 22);
  } catch {
    return null;
  }
}

/**
 * Whether `/proc` numbers processes as the kernel does for this one. In a container that was given the
 * `/proc` of its machine, the same number is another process there: one that lives would be taken for dead.
 * The line has this process's number in each space from that of `/proc` on down to its own.
 */
function areIdsOurs(): boolean {
  const line = /^NSpid:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return line?.[1]?.trim() === String(process.pid);
}

/**
 * Also the kernel's start time, so that a process id that was given again is not taken for the former; null:
 * it cannot be read. Of its first thread: of a whole process qemu tells that process itself another time than
 * all others hear.
 */
function readStat(pid: number): { state: string; start: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', start: fields[19] ?? '' };
  } catch {
    return null;
  }
}

const nameOf = (of: string, pid: number, start: string) => `${of}.${pid}.${start}`;
const own = readStat(process.pid);

/**
 * The name of this process, of which no other one has the same; null where the system does not tell enough.
 */
export const processName = place && own ? nameOf(place, process.pid, own.start) : null;

/** A name for a lease: nobody else takes it, and it begins with the process that does. */
export const workerName = (): string => `${processName ?? ''}/${randomUUID()}`;

/** Whether a process certainly lives no more. False when in doubt, as of another machine or container. */
export function isKnownDead(name: string): boolean {
  const [of = '', pid = '', start = ''] = name.split('.');
  if (place === null || of !== place || !/^\d+$/.test(pid) || start === '') return false;
  const found = readStat(Number(pid));
  // A process of another user may be hidden and live.
  if (!found) return !exists(Number(pid));
  return found.start !== start || found.state === 'Z' || found.state === 'X';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}
