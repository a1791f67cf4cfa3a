/** How the whole installation is, for those who run it. */
import { call, rows, wire } from './kernel/call.ts';
import { int, oneOf, text } from './kernel/codec.ts';

/** What waits for its time: the oldest of it tells whether it comes in time. */
const QUEUES = [
  'texts',
  'messages',
  'blasts',
  'waits',
  'api-calls',
  'webhooks',
  'events-of-automata',
  'events-of-webhooks',
] as const;
const HEALTH = ['ok', 'warn', 'bad'] as const;

const moment = (name: string) => wire(name, text(40));

export const system = {
  load: call(
    'system/loadSystem',
    {},
    {
      version: wire('VERSION', text(40)),
      node: wire('NODE', text(40)),
      postgres: wire('POSTGRES', text(100)),
      at: moment('AT'),
      /** What `manage doctor` says. */
      findings: wire(
        'FINDINGS',
        rows({
          check: wire('CHECK', text(40)),
          is: wire('IS', oneOf(...HEALTH)),
          words: wire('WORDS', text(4000)),
        }),
      ),
      processes: wire(
        'PROCESSES',
        rows({
          role: wire('ROLE', text(20)),
          host: wire('MACHINE', text(255)),
          number: wire('NUMBER', int()),
          version: wire('VERSION', text(40)),
          since: moment('SINCE'),
          seen: moment('SEEN'),
        }),
      ),
      queues: wire(
        'QUEUES',
        rows({
          queue: wire('QUEUE', oneOf(...QUEUES)),
          /** -1: it is not counted. */
          due: wire('DUE', int(-1)),
          seconds: wire('SECONDS', int()),
        }),
      ),
      /** Of the last 24 hours; of a carrier's answer the name is both, `twilio accepted`. */
      counts: wire(
        'COUNTS',
        rows({
          kind: wire('KIND', oneOf('error', 'answer', 'receipt')),
          name: wire('NAME', text(500)),
          count: wire('COUNT', int()),
          lastAt: moment('LASTAT'),
        }),
      ),
      circuits: wire('CIRCUITS', int()),
      unconfirmed: wire('UNCONFIRMED', int()),
      accounts: wire('ACCOUNTS', int()),
      users: wire('USERS', int()),
      databaseBytes: wire('DATABASEBYTES', int()),
      connections: wire('CONNECTIONS', int()),
      mostConnections: wire('MOSTCONNECTIONS', int()),
      waiting: wire('WAITING', int()),
      longestSeconds: wire('LONGESTSECONDS', int()),
      replicas: wire('REPLICAS', int()),
      tables: wire(
        'TABLES',
        rows({
          name: wire('NAME', text(100)),
          bytes: wire('BYTES', int()),
          /** About so many; -1: PostgreSQL has not looked yet. */
          rows: wire('ROWS', int(-1)),
        }),
      ),
      /** Work that an update has left to be done while everybody goes on. */
      updating: wire(
        'UPDATING',
        rows({
          name: wire('NAME', text(200)),
          looked: wire('LOOKED', int()),
          problem: wire('PROBLEM', text(2000)),
        }),
      ),
      diskFree: wire('DISKFREE', int()),
      diskTotal: wire('DISKTOTAL', int()),
      /** Empty: none is known. */
      backup: moment('BACKUP'),
    },
    {
      about:
        'How the installation is, over all accounts: only for those who run it (`manage add-operator`); for everybody else there is no such call.',
    },
  ),
};
