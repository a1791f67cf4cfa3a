/**
 * Accounts that share one user of a centre: it delivers over any bind of that user, and so a receipt, or a
 * text, of one account may come over the bind of another. It belongs to whoever sent the message, or has the
 * number that was written to. Only a connection to the same centre as the same user counts, and nobody is
 * bound as that user who does not know its password.
 */
import { type Db, rows, sql } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import type { ConnectionPlace } from '../carrier.ts';

type Channel = { accountId: number; channelId: number };
type Sharing = Channel & { digits: string };
export type MessageSender = { accountId: number; messageId: number };

/** A changed connection is noticed after this. */
const KNOWN_MS = 10_000;

export type SharedUser = {
  /**
   * The message of another account that one of these carrier ids means, to or from one of these numbers
   * (digits); null: none.
   */
  sender: (carrierIds: readonly string[], digits: readonly string[]) => Promise<MessageSender | null>;
  /** The channel of another account that has the number; null: none, or more than one. */
  receiving: (destination: string) => Promise<Channel | null>;
};

export function createSharedUser(services: Services, place: ConnectionPlace): SharedUser {
  let known: { sharing: readonly Sharing[]; until: number } | null = null;

  async function sharing(): Promise<readonly Sharing[]> {
    if (!known || known.until < performance.now())
      known = { sharing: await selectSharing(services.db, place), until: performance.now() + KNOWN_MS };
    return known.sharing;
  }

  return {
    async sender(carrierIds, digits) {
      const channels = await sharing();
      return channels.length === 0 ? null : findSender(services.db, channels, carrierIds, digits);
    },
    async receiving(destination) {
      const digits = destination.replace(/\D/g, '');
      const found = (await sharing()).filter((each) => digits !== '' && each.digits === digits);
      return found.length === 1 ? (found[0] as Channel) : null;
    },
  };
}

const settingsOf = (place: 1 | 2) => (place === 1 ? sql`connection` : sql`fallback_connection`);
const USER = sql`jsonb_build_array(lower(c ->> 'host'), coalesce(c ->> 'port', '2775'), c ->> 'systemId')`;

/** Channels of other accounts whose connection, or backup, is the same user of the same centre. */
function selectSharing(db: Db, { accountId, channelId, place }: ConnectionPlace): Promise<Sharing[]> {
  return rows(
    db,
    sql<Sharing>`
      with own as materialized (
        select (select ${USER} from (select ${settingsOf(place)} as c) s) as username
        from channels where account_id = ${accountId} and id = ${channelId}
      )
      select distinct h.account_id as "accountId", h.id as "channelId",
        case when h.number ~ '[[:alpha:]]' then '' else regexp_replace(h.number, '\\D', '', 'g') end as digits
      from channels h
      join connection_leases l on l.account_id = h.account_id and l.channel_id = h.id
      cross join lateral (select case l.place when 1 then h.connection else h.fallback_connection end as c) s
      where h.account_id <> ${accountId} and h.deleted_at is null and ${USER} = (select username from own)`,
  );
}

async function findSender(
  db: Db,
  channels: readonly Sharing[],
  carrierIds: readonly string[],
  digits: readonly string[],
): Promise<MessageSender | null> {
  const accounts = channels.map(({ accountId }) => accountId);
  const found = await rows(
    db,
    sql<MessageSender & { phone: string }>`
      select k.account_id as "accountId", k.message_id as "messageId", k.phone
      from unnest(
        ${accounts}::bigint[], ${channels.map((each) => each.channelId)}::bigint[]
      ) as given (account_id, channel_id)
      join carrier_message_ids k on k.account_id = given.account_id and k.channel_id = given.channel_id
        and k.carrier_id = any(${carrierIds}::text[])
      where k.account_id = any(${accounts}::bigint[])`,
  );
  const sure = found.filter(({ phone }) => digits.includes(phone.replace(/\D/g, '')));
  const senders = new Set(sure.map((each) => `${each.accountId}/${each.messageId}`));
  return senders.size === 1 ? (sure[0] as MessageSender) : null;
}
