/** PostgreSQL's COPY … FROM STDIN: the floor that bulk writes are measured against. */
import pg, { type Connection, type Submittable } from 'pg';

/** What the driver's connection can do for COPY, beyond its published types. */
type CopyConnection = Connection & {
  sendCopyFromChunk: (chunk: Buffer) => void;
  endCopyFrom: () => void;
};

/**
 * Copies lines of PostgreSQL's text format (tabs, `\N` for null) into `target`, such as `contacts
 * (account_id, phone)`.
 */
export function copyInto(client: pg.Client, target: string, lines: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const handler: Submittable & Record<string, unknown> = {
      submit: (connection: Connection) => connection.query(`copy ${target} from stdin`),
      handleCopyInResponse(connection: CopyConnection) {
        for (let at = 0; at < lines.length; at += LINES_A_CHUNK)
          connection.sendCopyFromChunk(Buffer.from(`${lines.slice(at, at + LINES_A_CHUNK).join('\n')}\n`));
        connection.endCopyFrom();
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      handleError: (error: Error) => reject(error),
    };
    client.query(handler);
  });
}

/** A connection of its own: those of the pool send statements ahead, which COPY does not bear. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const LINES_A_CHUNK = 1_000;
