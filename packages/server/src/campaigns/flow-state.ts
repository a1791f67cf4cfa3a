/** What a campaign keeps of its flow: how often it was edited, whether it can be used, and what is live. */
import { changed, type Db, sql } from '../platform/db/database.ts';

/** Ends every statement that edits a flow. */
export const raiseVersion = (accountId: number, campaignId: number, isUsable: boolean) => sql`
  update campaigns set version = version + 1, finished = ${isUsable}
  where account_id = ${accountId} and id = ${campaignId}`;

/** Ends the statement that publishes a flow. */
export const setLiveVersion = (accountId: number, campaignId: number, number: number) => sql`
  update campaigns set live_version = ${number} where account_id = ${accountId} and id = ${campaignId}`;

/** Of campaigns whose flow can be used now and could not be, or the reverse. */
export async function flipFinished(
  trx: Db,
  accountId: number,
  campaignIds: readonly number[],
): Promise<void> {
  await changed(
    trx,
    sql`
      update campaigns set finished = not finished
      where account_id = ${accountId} and id = any(${campaignIds}::bigint[])`,
  );
}
