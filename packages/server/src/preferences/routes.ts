import { calls } from '@parley/contract';
import { recordAuditEvent } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { endPause } from '../policy/index.ts';
import { checkColors } from '../sign-up/index.ts';
import { type OfferedList, preferencesShown, renderPreferences } from './render-preferences.ts';
import * as store from './store.ts';

export const routes = routesOf(calls.preferencePage, {
  async info({ db, accountId }) {
    const { page, lists, version } = await store.findPreferences(db, accountId);
    const own = await store.ownListNames(db, accountId, lists);
    const names = new Map(own.map(({ id, name }) => [id, name]));
    return {
      ...page,
      version,
      lists: lists.map((each) => ({ ...each, listName: names.get(each.list) ?? '' })),
    };
  },

  async save(context, { version, lists, ...page }) {
    const { db, accountId, clock } = context;
    checkColors(page);
    const now = clock.now();
    const saved = await transact(db, async (trx) => {
      await checkLists(trx, accountId, lists);
      const done = await store.savePreferences(trx, accountId, { page, version }, now);
      if (done === undefined) return undefined;
      await store.offerLists(trx, accountId, lists);
      const saying = await store.findPreferences(trx, accountId);
      await store.keepPreferenceWords(trx, accountId, preferencesShown(saying), now);
      await recordAuditEvent(trx, context, { act: 'account-saved', detail: 'Preference page' });
      return done;
    });
    if (saved !== undefined) return { version: saved };
    throw new Refusal(
      'Somebody else saved the preference page meanwhile. Reload it, and make your changes again.',
      'VERSION',
    );
  },

  async preview({ db, accountId }, { lists, ...page }) {
    const { account, timeZone } = await store.findPreferences(db, accountId);
    const of = { account, timeZone, page, lists: [...lists] };
    const person = {
      optedOut: false,
      pausedUntil: null,
      memberOf: lists.slice(0, 1).map(({ list }) => list),
    };
    return { html: renderPreferences(of, { code: '', token: '', person, said: null }).html };
  },

  async endPause(context, { contact }) {
    const { db, accountId, clock } = context;
    const now = clock.now();
    await transact(db, async (trx) => {
      const person = await store.findPerson(trx, accountId, contact, { now, locked: true });
      if (!person) throw new NotFound();
      const whose = { accountId, contactId: contact };
      if (!(await endPause(trx, whose, now))) return;
      await store.recordChoice(trx, whose, { act: 'ended', said: '', address: '', hash: null }, now);
      await recordAuditEvent(trx, context, { act: 'pause-ended', kind: 'contact', id: contact });
    });
    context.live.publish(accountId, { type: 'thread', contact });
    return {};
  },
});

/**
 * They stay until the page is saved. @throws Malformed for one that is no list of the account, or stands
 * twice.
 */
async function checkLists(trx: Db, accountId: number, lists: readonly OfferedList[]): Promise<void> {
  const own = await store.ownListNames(trx, accountId, lists, 'locked');
  if (own.length < lists.length)
    throw new Malformed('inpLists', 'inpLists must name lists of the account, each once.');
}
