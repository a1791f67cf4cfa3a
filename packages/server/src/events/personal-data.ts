import { campaignName, erasedName, idsOf, ofContact, type PersonalData } from '../contacts/index.ts';
import { rows, sql, transact } from '../platform/db/database.ts';
import { tell } from '../platform/hook.ts';
import { answersChanged, answersChanging } from './hooks.ts';
import type { EventKind } from './record.ts';

export const eventsData: PersonalData = {
  async erase(db, contact) {
    const name = erasedName(contact);
    await transact(db, async (trx) => {
      await tell(answersChanging, trx, contact.accountId);
      const forgotten = await rows(
        trx,
        sql<{ kind: EventKind; campaignId: number; at: Date }>`
          update events set raw = '', phone = ${name}
          where ${ofContact(contact)} and (raw <> '' or phone <> ${name})
            and campaign_id = any(${idsOf(contact, 'campaigns')})
            and kind = any('{response,optin,optout,fault,broken}') and phone = any(array[${contact.phone}, ${name}, ''])
          returning kind, campaign_id as "campaignId", at`,
      );
      const answers = forgotten.filter(({ kind }) => kind === 'response');
      await tell(answersChanged, trx, contact.accountId, answers);
    });
  },
  show: (contact) => ({
    answers: sql`
      select e.at, e.kind, e.raw as text, e.intent, ${campaignName(contact, 'e.campaign_id')}
      from events e
      where e.account_id = ${contact.accountId} and e.contact_id = ${contact.contactId} and e.phone = ${contact.phone}
        and e.campaign_id = any(${idsOf(contact, 'campaigns')})
        and e.kind = any('{response,optin,optout,fault,broken}')
      order by e.at, e.id`,
    steps: sql`
      select e.at, e.version, e.from_step as "fromStep", e.steps, e.timed_out as "timedOut", ${campaignName(contact, 'e.campaign_id')}
      from step_visits e
      where e.account_id = ${contact.accountId} and e.campaign_id = any(${idsOf(contact, 'campaigns')})
        and e.contact_id = ${contact.contactId}
      order by e.at, e.id`,
  }),
};
