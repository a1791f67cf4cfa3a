import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { toE164 } from '@parley/rules/phone.ts';
import {
  addValues,
  type ContactRecord,
  changeValues,
  ensureContacts,
  erasePerson,
  findContact,
  pageOfContacts,
} from '../contacts/index.ts';
import { addMembers, findList, lockMembersOf } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { invariant, NotFound, Refusal } from '../platform/errors.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import { nameKey } from '../platform/names.ts';
import { createSlices } from '../platform/slices.ts';
import { listTags, tagsByName } from '../tags/index.ts';
import { type ApiHandlers, whenCurrent } from './context.ts';
import { behindOf, pageFrom } from './cursor.ts';
import { invalid } from './problem.ts';

type ContactIds = Extract<keyof Operations, `${string}Contact` | 'listContacts' | 'upsertContacts'>;
type Values = Readonly<Record<string, string | null>>;

/** Shows contacts with the names of their tags. */
export async function showContactsBy(db: Db, accountId: number) {
  const names = new Map((await listTags(db, accountId, '')).map(({ id, name }) => [String(id), name]));
  return ({ id, phone, tags, optedOut, timeZone, createdAt }: ContactRecord) => ({
    id: writeId('contact', id),
    phone,
    tags: Object.fromEntries(
      Object.entries(tags).flatMap(([tag, value]) => {
        const name = names.get(tag);
        return name === undefined ? [] : [[name, value]];
      }),
    ),
    opted_out: optedOut,
    time_zone: timeZone,
    created_at: createdAt.toISOString(),
  });
}

/** @throws NotFound */
async function shownContact(db: Db, accountId: number, id: number) {
  const found = await findContact(db, accountId, id);
  if (!found) throw new NotFound();
  return (await showContactsBy(db, accountId))(found);
}

/** Values by the ids of the tags that they name. */
type ReadValues = <V>(values: Readonly<Record<string, V>>, pointer: string) => Record<string, V>;

async function readValuesBy(db: Db, accountId: number): Promise<ReadValues> {
  const known = await tagsByName(db, accountId);
  return (values, pointer) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        const id = known.get(nameKey(name));
        if (id !== undefined) return [String(id), value];
        throw invalid({ pointer: `${pointer}/${escaped(name)}`, detail: `There is no tag named “${name}”.` });
      }),
    );
}

/** A name as a part of a JSON Pointer that is the fragment of a URI (RFC 6901). */
const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

async function mustBeList(db: Db, accountId: number, list: number): Promise<void> {
  if (!(await findList(db, accountId, list))) throw new NotFound();
}

export const contactHandlers: ApiHandlers<ContactIds> = {
  async listContacts({ db, accountId }, { query }) {
    const { limit, cursor: _, phone, list, tag: tagName, value, opted_out, ...created } = query;
    if (value !== undefined && tagName === undefined)
      throw invalid({ parameter: 'value', detail: 'Name the tag that has this value.' });
    if (list !== undefined) await mustBeList(db, accountId, list);
    const tagId = tagName === undefined ? undefined : (await tagsByName(db, accountId)).get(nameKey(tagName));
    if (tagName !== undefined && tagId === undefined)
      throw invalid({ parameter: 'tag', detail: `There is no tag named “${tagName}”.` });
    const filter = {
      phone,
      listId: list,
      tag: tagId === undefined ? undefined : { id: tagId, value },
      optedOut: opted_out,
      createdFrom: created.created_from,
      createdBefore: created.created_before,
    };
    const page = { behind: behindOf(query), limit: limit + 1 };
    const found = await pageOfContacts(db, accountId, filter, page);
    return pageFrom(found, query, await showContactsBy(db, accountId));
  },

  createContact({ db, secrets, accountId, clock }, { body: { phone, tags = {}, lists = [] } }) {
    return transact(db, async (trx) => {
      const now = clock.now();
      for (const list of lists) await mustBeList(trx, accountId, list);
      const values = (await readValuesBy(trx, accountId))(tags, '#/tags');
      const [made] = await ensureContacts(trx, secrets, accountId, [phone], now);
      invariant(made, 'a contact is made for a number');
      if (!made.fresh) throw new Refusal(`${phone} is already one of your contacts.`);
      await addValues(trx, accountId, new Map([[made.id, values]]), now);
      if (lists.length > 1) await lockMembersOf(trx, accountId, lists);
      for (const list of lists) await addMembers(trx, accountId, list, [made.id], now);
      return shownContact(trx, accountId, made.id);
    });
  },

  async upsertContacts({ db, secrets, accountId, clock }, { body: { contacts, list } }) {
    const phones = await readPhones(contacts.map(({ phone }) => phone));
    return transact(db, async (trx) => {
      const now = clock.now();
      if (list !== undefined) await mustBeList(trx, accountId, list);
      const readValues = await readValuesBy(trx, accountId);
      const values = contacts.map(({ tags = {} }, n) => readValues(tags, `#/contacts/${n}/tags`));
      const found = await ensureContacts(trx, secrets, accountId, phones, now);
      const byPhone = new Map(found.map((each) => [each.phone, each]));
      const people = phones.map((phone) => byPhone.get(phone) as (typeof found)[number]);
      const said = people.flatMap(({ id }, n) =>
        Object.keys(values[n] ?? {}).length > 0 ? [[id, values[n] ?? {}] as const] : [],
      );
      if (said.length > 0) await addValues(trx, accountId, new Map(said), now);
      const ids = people.map(({ id }) => id);
      if (list !== undefined) await addMembers(trx, accountId, list, ids, now);
      const created = found.filter(({ fresh }) => fresh).length;
      return { created, updated: ids.length - created, ids: ids.map((id) => writeId('contact', id)) };
    });
  },

  getContact: ({ db, accountId }, { ids }) => shownContact(db, accountId, ids.contact),

  updateContact(context, { ids, body }) {
    const { accountId } = context;
    const lock = (trx: Db) => findContact(trx, accountId, ids.contact, true);
    const show = (trx: Db) => shownContact(trx, accountId, ids.contact);
    return whenCurrent(context, { lock, show }, async ({ db }) => {
      const values: Values = (await readValuesBy(db, accountId))(body.tags, '#/tags');
      if (!(await changeValues(db, accountId, ids.contact, values, context.clock.now())))
        throw new NotFound();
      return show(db);
    });
  },

  async eraseContact(context, { ids, query }) {
    const { db, accountId, caller } = context;
    const contact = await shownContact(db, accountId, ids.contact);
    context.checkVersion(contact);
    await erasePerson(context, accountId, {
      contactId: ids.contact,
      phone: contact.phone,
      caller,
      block: query.block ?? false,
    });
    tellThing(context, 'contact', ids.contact);
    return undefined;
  },
};

/** Thousands of numbers, read without keeping others waiting. @throws ApiFault for those that are none. */
async function readPhones(given: readonly string[]): Promise<string[]> {
  const letOthersIn = createSlices();
  const seen = new Map<string, number>();
  const wrong: { pointer: string; detail: string }[] = [];
  const phones: string[] = [];
  for (const [n, text] of given.entries()) {
    await letOthersIn();
    const pointer = `#/contacts/${n}/phone`;
    const phone = toE164(text);
    const before = phone === null ? undefined : seen.get(phone);
    if (phone === null) wrong.push({ pointer, detail: 'This must be a phone number.' });
    else if (before !== undefined)
      wrong.push({ pointer, detail: `The same number is in #/contacts/${before} already.` });
    else seen.set(phone, n);
    if (phone !== null) phones.push(phone);
    if (wrong.length >= MOST_ERRORS) break;
  }
  if (wrong.length > 0) throw invalid(...wrong);
  return phones;
}

/** As many as anybody reads. */
const MOST_ERRORS = 50;
