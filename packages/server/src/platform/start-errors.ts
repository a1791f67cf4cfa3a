/** Why a start failed, in one line that says what to do; undefined for what only we can mend. */
import type { Config } from './config.ts';
import { isNotCreated, isUnavailable, isWriteRefused } from './db/outage.ts';

const FOLDER_CODES = new Set(['EACCES', 'EEXIST', 'EIO', 'EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EPERM', 'EROFS']);
/** The server is there and refuses us: authorization (28), no right to make tables (42501). */
const REFUSED_STATES = /^(?:28\w{3}|42501)$/;

/** SQLSTATE. */
const DISK_FULL = '53100';

type SystemError = NodeJS.ErrnoException & { hostname?: string };

/** The address of the settings cannot be had. */
const isOfAddress = ({ syscall, hostname }: SystemError, { host }: Config) =>
  syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === host);

/** It may be otherwise at the next try, with nothing changed. */
export const mayPass = (error: unknown, config: Config): boolean =>
  !isOfAddress(error as SystemError, config) &&
  (isUnavailable(error) || isWriteRefused(error) || isNotCreated(error));

export function explainStart(error: unknown, config: Config): string | undefined {
  const { code = '', syscall = '', message = '' } = error as SystemError;
  if (syscall === 'listen' && code === 'EADDRINUSE')
    return `Port ${config.port} is in use already. Stop what listens there, or set another PORT.`;
  if (syscall === 'listen' && code === 'EACCES')
    return `Port ${config.port} may not be opened by this user. Set another PORT.`;
  if (isOfAddress(error as SystemError, config))
    return `The server cannot listen at ${config.host}:${config.port} (${code}). Check HOST and PORT.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `No room is left on the disk of the data folder ${config.dataDir}. Make room, or set another DATA_DIR.`;
  if (code === DISK_FULL) return `No room is left on the disk of the database: ${message}. Make room there.`;
  // A folder that takes no folders (/proc) calls them missing.
  if (FOLDER_CODES.has(code) || (syscall === 'mkdir' && code === 'ENOENT'))
    return `The data folder ${config.dataDir} cannot be used (${code}). Give this user the right to write there, or set another DATA_DIR.`;
  if (isUnavailable(error)) {
    const which = config.databaseUrl === null ? 'embedded database' : 'database of DATABASE_URL';
    return `The ${which} does not answer: ${message || code}.`;
  }
  if (config.databaseUrl !== null && isNotCreated(error))
    return `The database of DATABASE_URL is not there: ${message}. Create it, or correct the name.`;
  if (config.databaseUrl !== null && REFUSED_STATES.test(code))
    return `The database of DATABASE_URL refuses us: ${message}.`;
  return undefined;
}
