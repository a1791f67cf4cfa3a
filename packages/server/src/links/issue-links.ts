/**
 * Gives each person a code of their own for each link of a text, and writes it into the text: few statements
 * however many people. The link to the preference page is signed and stored nowhere.
 */
import { randomBytes } from 'node:crypto';
import type { PlacedLink, ShortenedLink } from '@parley/engine';
import { LINK_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { preferenceLinkOf, shortLinkOf } from '@parley/rules/links.ts';
import { type Db, rows, sql } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { linkBase } from './channel-facts.ts';
import { preferenceCode } from './preference-code.ts';

/** A text with places for links. */
type WithLinks = {
  channelId: number;
  contactId: number;
  campaignId: number | null;
  blastId: number | null;
  body: string;
  links?: readonly PlacedLink[];
};
type Linked = { message: WithLinks; campaignId: number; links: readonly ShortenedLink[] };
type Code = { code: string; message: WithLinks; linkId: number; url: string | null };

/** `simulated`: ids of its channels whose texts go to test phones. */
type Sender = { accountId: number; simulated: readonly number[] };

/**
 * Puts real links in the place of the samples in these messages; texts keep their length. Costs nothing where
 * there are none.
 */
export async function issueLinks(
  trx: Db,
  services: Pick<Services, 'config' | 'secrets'>,
  sender: Sender,
  messages: readonly WithLinks[],
  now: Date,
): Promise<void> {
  const linked: Linked[] = [];
  for (const message of messages) {
    if (!message.links?.length) continue;
    signPreferences(services, sender, message, now);
    const links = message.links.filter((link) => 'target' in link);
    const { campaignId } = message;
    if (links.length > 0 && campaignId !== null) linked.push({ message, campaignId, links });
  }
  if (linked.length > 0) await shorten(trx, services, sender.accountId, linked, now);
}

function signPreferences(
  { config, secrets }: Pick<Services, 'config' | 'secrets'>,
  { accountId, simulated }: Sender,
  message: WithLinks,
  now: Date,
): void {
  const { channelId, contactId, links = [] } = message;
  const whose = { accountId, contactId, isSimulated: simulated.includes(channelId) };
  for (const link of links)
    if ('to' in link)
      writeLink(message, link.at, preferenceLinkOf(linkBase(config), preferenceCode(secrets, whose, now)));
}

/** Over its sample, which is as long. */
function writeLink(message: WithLinks, at: number, link: string): void {
  message.body = message.body.slice(0, at) + link + message.body.slice(at + link.length);
}

async function shorten(
  trx: Db,
  { config }: Pick<Services, 'config'>,
  accountId: number,
  linked: readonly Linked[],
  now: Date,
): Promise<void> {
  const ids = await linkIds(trx, accountId, linked, now);
  const codes: Code[] = [];
  for (const { message, campaignId, links } of linked)
    for (const { at, written, target } of links) {
      const linkId = ids.get(keyOf(campaignId, written));
      if (linkId === undefined) throw new Error('A short link was not stored.');
      const code = newCode();
      writeLink(message, at, shortLinkOf(linkBase(config), code));
      codes.push({ code, message, linkId, url: target === written ? null : target });
    }
  await storeCodes(trx, accountId, codes, now);
}

const keyOf = (campaignId: number, written: string) => `${campaignId} ${written}`;

/** Ids by campaign and link as written; what is not there yet is made. */
async function linkIds(
  trx: Db,
  accountId: number,
  messages: readonly Linked[],
  now: Date,
): Promise<Map<string, number>> {
  const wanted = new Map(
    messages.flatMap(({ campaignId, links }) =>
      links.map(({ written }) => [keyOf(campaignId, written), { campaignId, written }] as const),
    ),
  );
  const given = [...wanted.values()];
  const ids = await findLinkIds(trx, accountId, given);
  const missing = given.filter(({ campaignId, written }) => !ids.has(keyOf(campaignId, written)));
  if (missing.length === 0) return ids;
  await sql`
    insert into short_links (account_id, name, url, campaign_id, created_at)
    select ${accountId}, name, url, campaign_id, ${now}
    from unnest(
      ${missing.map(({ written }) => nameOf(written))}::text[], ${missing.map(({ written }) => written)}::text[],
      ${missing.map(({ campaignId }) => campaignId)}::bigint[]
    ) as given (name, url, campaign_id) order by campaign_id, url
    on conflict (account_id, campaign_id, md5(url)) where campaign_id is not null do nothing`.execute(trx);
  return findLinkIds(trx, accountId, given);
}

async function findLinkIds(
  trx: Db,
  accountId: number,
  links: readonly { campaignId: number; written: string }[],
): Promise<Map<string, number>> {
  const found = await rows(
    trx,
    sql<{ id: number; campaignId: number; written: string }>`
      select l.id, l.campaign_id as "campaignId", l.url as written
      from unnest(
        ${links.map(({ campaignId }) => campaignId)}::bigint[], ${links.map(({ written }) => written)}::text[]
      ) as given (campaign_id, url)
      join short_links l on l.account_id = ${accountId} and l.campaign_id = given.campaign_id
        and md5(l.url) = md5(given.url)`,
  );
  return new Map(found.map(({ id, campaignId, written }) => [keyOf(campaignId, written), id]));
}

/** What lists call it: the address without its scheme. */
const nameOf = (written: string) => written.replace(/^https?:\/\//i, '').slice(0, TEXT_LIMITS.name);

async function storeCodes(trx: Db, accountId: number, codes: readonly Code[], now: Date): Promise<void> {
  const column = <T>(pick: (code: Code) => T) => codes.map(pick);
  await sql`
    insert into link_codes (code, account_id, link_id, contact_id, campaign_id, blast_id, url, created_at)
    select code, ${accountId}, link_id, contact_id, campaign_id, blast_id, url, ${now}
    from unnest(
      ${column(({ code }) => code)}::text[], ${column(({ linkId }) => linkId)}::bigint[],
      ${column(({ message }) => message.contactId)}::bigint[], ${column(({ message }) => message.campaignId)}::bigint[],
      ${column(({ message }) => message.blastId)}::bigint[], ${column(({ url }) => url)}::text[]
    ) as given (code, link_id, contact_id, campaign_id, blast_id, url)`.execute(trx);
}

const SIGNS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Bytes from here on would make some signs more frequent than others. */
const FAIR = 256 - (256 % SIGNS.length);

function newCode(): string {
  let code = '';
  while (code.length < LINK_LIMITS.codeLength)
    for (const byte of randomBytes(16))
      if (byte < FAIR && code.length < LINK_LIMITS.codeLength) code += SIGNS[byte % SIGNS.length];
  return code;
}
