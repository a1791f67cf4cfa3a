import { LINK_LIMITS } from '@parley/rules/limits.ts';
import type { RawBuilder } from 'kysely';
import {
  type ContactData,
  campaignName,
  erasedName,
  erasing,
  ofContact,
  type PersonalData,
} from '../contacts/index.ts';
import { sql } from '../platform/db/database.ts';

/** `/s/` and a code. */
const CODE = `${LINK_LIMITS.path}([A-Za-z0-9]{${LINK_LIMITS.codeLength}})`;

/**
 * Deletes the codes of links that stand in the bodies of a CTE: beside the contact they stand nowhere else.
 */
export const forgetCodesIn = (
  texts: string,
  { accountId, contactId }: ContactData,
): RawBuilder<unknown> => sql`
  delete from link_codes k
  using (
    select distinct found[1] as code from ${sql.table(texts)} t, regexp_matches(t.body, ${CODE}, 'g') as found
  ) codes
  where k.code = codes.code and k.account_id = ${accountId} and k.contact_id = ${contactId}`;

export const linksData: PersonalData = {
  erase: erasing((contact) => {
    const name = erasedName(contact);
    return ['=', '<>'].map(
      (is) => sql`
        update link_clicks set phone = ${name}, agent = ''
        where ${ofContact(contact)} and kind ${sql.raw(is)} 'person' and (agent <> '' or phone <> ${name})`,
    );
  }),
  show: (contact) => ({
    clicks: sql`
      select k.at, coalesce(l.url, '') as link, k.agent as browser, ${campaignName(contact, 'k.campaign_id')}
      from link_clicks k left join short_links l on l.account_id = ${contact.accountId} and l.id = k.link_id
      where k.account_id = ${contact.accountId} and k.contact_id = ${contact.contactId} and k.kind = 'person'
      order by k.at, k.id`,
  }),
};
