import { calls } from '@parley/contract';
import { FIXED } from '@parley/rules/limits.ts';
import { toE164 } from '@parley/rules/phone.ts';
import { addMembers, findList, lockMembersOf, removeMembers } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { type Download, routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { exportRoutes } from './contact-export.ts';
import { erasePerson } from './erase-person.ts';
import { findByPhone, isListMember, listMembers } from './member-list.ts';
import { ensureContacts } from './store.ts';
import { subjectAccessExport } from './subject-access.ts';
import { timelineOf } from './timeline.ts';

export const routes = routesOf(calls.members, {
  ...bulkRoutes,
  ...exportRoutes,

  async list({ db, accountId }, { list, start, search, length }) {
    await checkList(db, accountId, list);
    const found = await listMembers(db, accountId, list, { search, start, length });
    return {
      start,
      members: found.map(({ contact, phone, optedOut, displayName }) => ({
        contact,
        phone,
        contactId: contact,
        list,
        type: FIXED.contactTypeId,
        typeId: FIXED.contactTypeId,
        optedOut: optedOut ? 1 : 0,
        displayName,
      })),
    };
  },

  async add({ db, secrets, accountId, clock }, { phone, list }) {
    const number = phoneOf(phone);
    const now = clock.now();
    const contact = await transact(db, async (trx) => {
      await checkList(trx, accountId, list);
      const [found] = await ensureContacts(trx, secrets, accountId, [number], now);
      if (!found) throw new Error('The contact was not made.');
      await addMembers(trx, accountId, list, [found.id], now);
      return found.id;
    });
    return { list, contactId: contact, phone: number, typeId: FIXED.contactTypeId, contact };
  },

  async remove({ db, accountId, clock }, { phone, list }) {
    const number = phoneOf(phone);
    await transact(db, async (trx) => {
      await checkList(trx, accountId, list);
      await takeOff(trx, accountId, list, number, clock.now());
    });
    return {};
  },

  async copy({ db, accountId, clock }, { phone, target }) {
    const number = phoneOf(phone);
    await transact(db, async (trx) => {
      await checkList(trx, accountId, target);
      const contact = await findByPhone(trx, accountId, number);
      if (!contact) throw new Refusal(`${number} is not one of your contacts.`, 'ContactString');
      await addMembers(trx, accountId, target, [contact.id], clock.now());
    });
    return {};
  },

  async move({ db, accountId, clock }, { phone, list, target }) {
    const number = phoneOf(phone);
    await transact(db, async (trx) => {
      await checkList(trx, accountId, list);
      await checkList(trx, accountId, target);
      if (list === target) {
        if (!(await isListMember(trx, accountId, list, number))) throw notOnList(number);
        return;
      }
      await lockMembersOf(trx, accountId, [list, target]);
      const contact = await takeOff(trx, accountId, list, number, clock.now());
      await addMembers(trx, accountId, target, [contact], clock.now());
    });
    return {};
  },

  async erase(context, { contact, phone, block }) {
    const { accountId, caller } = context;
    await erasePerson(context, accountId, {
      contactId: contact,
      phone: phoneOf(phone),
      caller,
      block,
    });
    tellThing(context, 'contact', contact);
    return {};
  },

  async everything({ db, accountId, clock }, { contact }): Promise<Download> {
    const body = await subjectAccessExport(db, accountId, contact, clock.now());
    if (!body) throw new NotFound();
    return { fileName: `person-${contact}.json`, contentType: 'application/json; charset=utf-8', body };
  },

  async timeline({ db, accountId }, { contact, before }) {
    const until = before === '' ? null : new Date(before);
    if (until !== null && Number.isNaN(until.getTime()))
      throw new Malformed('inpBefore', 'inpBefore must be a moment in ISO 8601.');
    const events = await timelineOf(db, accountId, contact, until);
    if (!events) throw new NotFound();
    return { events: events.map((event) => ({ ...event, at: event.at.toISOString() })) };
  },
});

function phoneOf(text: string): string {
  const phone = toE164(text);
  if (!phone) throw new Malformed('ContactString', 'ContactString must be a phone number.');
  return phone;
}

async function checkList(db: Db, accountId: number, list: number): Promise<void> {
  if (!(await findList(db, accountId, list))) throw new NotFound();
}

/** Takes a number off a list; answers the contact. */
async function takeOff(trx: Db, accountId: number, list: number, phone: string, now: Date): Promise<number> {
  const contact = await findByPhone(trx, accountId, phone);
  if (!contact || (await removeMembers(trx, accountId, list, [contact.id], now)) === 0)
    throw notOnList(phone);
  return contact.id;
}

function notOnList(phone: string): Refusal {
  return new Refusal(`${phone} is not on this list.`, 'ContactString');
}
