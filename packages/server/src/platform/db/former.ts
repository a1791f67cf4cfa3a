/**
 * Databases from before the schema was one file. One that has all that was applied then gets what changed
 * since, and counts as one that has the new file; one that lacks something is left alone.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

const FOLDER = join(import.meta.dirname, '../../../migrations/former');
/** What such a database has afterwards. */
export const SCHEMA_FILE = '0001-schema.sql';

/** The files of before. */
export const FORMER_FILES: readonly string[] = `
  0001-foundation 0002-deleted-ids 0003-links 0003-totals 0004-account 0005-flow 0006-people
  0007-connections 0008-gate 0009-delivery 0010-quick-conversations 0011-room-for-updates
  0012-in-doubt 0012-inbox 0012-last-days 0012-proven-numbers 0013-report-layouts 0015-by-phone
  0015-member-blocks 0016-imports-that-wait 0017-carriers 0017-time-to-live 0018-campaign-pages
  0019-early-receipts 0019-inbound-pictures 0019-kannel-validity 0020-one-at-a-time 0021-search
  0022-sorted-heads 0023-repeats 0024-blast-blocks 0029-erasures 0030-frequency 0031-team-inbox
  0032-audit 0032-password-codes 0036-released-chunks 0037-in-doubt-facts 0038-searches
  0039-blast-opt-outs 0040-report-versions 0041-code-channels 0042-guessing 0043-confirmed
  0044-imports-and-consent 0046-delivered-without-trouble 0047-odd-senders 0048-worker-processes
  0049-mutes-end 0050-pending-origin 0052-replies-that-wait 0053-automata-channels
  0054-keywords-after-stop 0055-empty-filters 0056-scheduled-blasts 0057-automata-versions
  0058-intents 0062-opt-ins-by-list 0063-opt-outs-by-people 0064-who-starts-imports
  0065-former-owners 0068-outbox-handed 0069-runs-of-automata 0070-who-leases
  0073-opt-outs-by-address 0074-unpaid-by-message
`
  .trim()
  .split(/\s+/)
  .map((name) => `${name}.sql`);

/** What came between those files and the one. */
const bridge = () => readdirSync(FOLDER).sort();

/** Whether a migration is one of before. */
export function isFormer(name: string): boolean {
  return FORMER_FILES.includes(name) || bridge().includes(name);
}

/**
 * The files that a database of before lacks, with their paths; null: it is no such database.
 *
 * @throws ConfigError when it is older than that.
 */
export function bridgeOf(applied: ReadonlySet<string>): string[] | null {
  const missing = FORMER_FILES.filter((name) => !applied.has(name));
  if (missing.length === FORMER_FILES.length) return null;
  if (missing.length > 0)
    throw new ConfigError(
      `The database is of a much older Parley, without ${missing[0]}. Please start Parley of November 23, 2026 (commit 5b83d35) on it once, and then this one. It is as it was.`,
    );
  return bridge()
    .filter((name) => !applied.has(name))
    .map((name) => join(FOLDER, name));
}
