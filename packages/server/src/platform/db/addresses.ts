/**
 * A database at one of several addresses, as `postgres://user:password@one:5432,other:5432/name`: each new
 * connection goes to the one that takes writes, so that a standby that is promoted is found without a
 * restart. The client library knows one address only.
 */
import pg from 'pg';

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/;
/** What libpq calls the wish for a primary; it is always ours, so it may be written and is never needed. */
const WISH = /([?&])target_session_attrs=([^&#]*)(&|$)/;
const PRIMARY_WISHES = ['read-write', 'primary'];
/** An address that has not answered by then is away. */
const PROBE_MS = 3_000;

/** The URLs of all addresses in one of PostgreSQL's; null: it is none, or asks for what is no primary. */
export function addressesOf(url: string): string[] | null {
  const wish = WISH.exec(url)?.[2];
  if (wish !== undefined && !PRIMARY_WISHES.includes(wish)) return null;
  const [, scheme = '', hosts = '', rest = ''] = PARTS.exec(url.replace(WISH, keepRest)) ?? [];
  const all = hosts.split(',').map((host) => `${scheme}${host}${rest}`);
  if (scheme === '' || !all.every((each) => URL.canParse(each))) return null;
  return hosts.includes(',') && hosts.split(',').includes('') ? null : all;
}

const keepRest = (_whole: string, before: string, _wish: string, after: string) =>
  after === '&' ? before : '';

/** It is there, and takes no writes. */
const STANDBY = 'Connection terminated: the database at this address is a standby';
const NONE = 'Connection terminated: no address of the database is one that takes writes';

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** A connection that knows where it leads. */
export type AddressedClient = pg.Client & { address: string };

/**
 * The kind of connections of a pool for several addresses. `leave`: whoever knows that an address is gone
 * says so, and the next connection looks for another one.
 */
export function addressedClients(addresses: readonly string[]): {
  Client: new () => pg.ClientBase;
  leave: (address: string) => void;
} {
  const [usual = ''] = addresses;
  let known: string | null = null;
  let looking: Promise<string> | null = null;

  function leave(address: string): void {
    if (known === address) known = null;
  }

  function find(): Promise<string> {
    if (known !== null) return Promise.resolve(known);
    looking ??= findPrimary(addresses)
      .then((found) => {
        known = found;
        return found;
      })
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  class Addressed extends pg.Client {
    address = usual;
    private readonly readOnly: () => boolean;

    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: usual });
      this.readOnly = watchReadOnly(this);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connected = this.connectToPrimary();
      if (!callback) return connected;
      connected.then(() => callback(null as never, this), callback as (error: Error) => void);
      return undefined;
    }

    private async connectToPrimary(): Promise<pg.Client> {
      this.address = await find();
      const { hostname, port } = new URL(this.address);
      this.host = hostname.replace(/^\[|\]$/g, '');
      this.port = Number(port || 5432);
      try {
        await super.connect();
        if (!this.readOnly()) return this;
        void this.end().catch(() => undefined);
        throw new Error(STANDBY);
      } catch (error) {
        leave(this.address);
        throw error;
      }
    }
  }
  return { Client: Addressed as unknown as new () => pg.ClientBase, leave };
}

/** PostgreSQL says with each connection, and when it changes, whether it takes writes. */
function watchReadOnly(client: pg.Client): () => boolean {
  const said = new Map<string, string>();
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) =>
    said.set(status.parameterName, status.parameterValue),
  );
  return () => said.get('in_hot_standby') === 'on' || said.get('default_transaction_read_only') === 'on';
}

/**
 * Asks all of them at once; the first that takes writes. @throws what a server said that refused us, else
 * that the database is away.
 */
async function findPrimary(addresses: readonly string[]): Promise<string> {
  try {
    return await Promise.any(addresses.map(requirePrimary));
  } catch (error) {
    const { errors = [] } = error as AggregateError;
    throw errors.find((each) => typeof each.severity === 'string') ?? new Error(NONE);
  }
}

async function requirePrimary(address: string): Promise<string> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: PROBE_MS });
  client.on('error', () => undefined);
  const readOnly = watchReadOnly(client);
  try {
    await client.connect();
    if (readOnly()) throw new Error(STANDBY);
    return address;
  } finally {
    void client.end().catch(() => undefined);
  }
}
