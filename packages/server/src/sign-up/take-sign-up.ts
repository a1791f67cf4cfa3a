/**
 * A form that was sent. Whoever typed a number need not have that phone: it is asked once for a YES, and
 * until then nothing counts. Who is known, subscribed or opted out is answered like everybody else.
 */
import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { ensureContacts } from '../contacts/index.ts';
import type { ConfirmedMembership } from '../double-opt-in/index.ts';
import { addAsking, noteLanguage } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { countTries, throttle } from '../platform/throttle.ts';
import { optedOut, recordConsents } from '../suppression/index.ts';
import { noteSentForm, type PublicPage, takeSentForms } from './store.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;

export type SentPage = {
  /** E.164 */
  phone: string;
  /** Of the form's token. */
  nonce: string;
  words: string;
  /** Where the form stood, and the network address it came from. */
  url: string;
  address: string;
};

/**
 * `used`: the form was sent for another number before. @throws TooMany when the page has taken as many as it
 * may.
 */
export async function takeSignUp(
  services: Services,
  { accountId, listId, page }: Pick<PublicPage, 'accountId' | 'listId' | 'page'>,
  form: SentPage,
): Promise<'taken' | 'used'> {
  const { db, clock, secrets } = services;
  const now = clock.now();
  const pageKey = `sign-up page ${accountId}/${listId}`;
  await throttle(db, now, { key: pageKey, limit: SIGN_UP_LIMITS.ofPageAnHour, windowSeconds: HOUR_SECONDS });
  // The number stands nowhere but with the contact.
  const number = secrets.hash(`sign-up number ${accountId} ${form.phone}`).toString('base64url');
  const outcome = await transact(db, async (trx): Promise<'taken' | 'used' | 'asked'> => {
    const tries = async (key: string) =>
      (await countTries(trx, now, { key, windowSeconds: DAY_SECONDS }, 1)).count;
    if ((await tries(`sign-up form ${form.nonce} ${number}`)) > 1) return 'taken';
    if ((await tries(`sign-up form ${form.nonce}`)) > 1) return 'used';
    if ((await tries(`sign-up number ${number}`)) > SIGN_UP_LIMITS.ofNumberADay) return 'taken';
    const [contact] = await ensureContacts(trx, secrets, accountId, [form.phone], now);
    if (!contact) throw new Error('The contact of a sign-up was not stored.');
    // Only the person's own START takes an opt-out back; one that outlived an erasure is known by now, too.
    if ((await optedOut(trx, accountId, [form.phone])).size > 0) return 'taken';
    await addAsking(trx, accountId, listId, [contact.id], now);
    await noteLanguage(trx, accountId, { listId, contactId: contact.id, language: page.language });
    const { url, address } = form;
    const hash = Buffer.from(form.words, 'hex');
    await noteSentForm(trx, { accountId, listId, contactId: contact.id, hash, url, address }, now);
    return 'asked';
  });
  if (outcome === 'asked') services.signals.wake('confirmations');
  return outcome === 'used' ? 'used' : 'taken';
}

/** The proof of people who have said YES: the words of the page, by text and hash. */
export async function recordSignUps(
  trx: Db,
  accountId: number,
  people: readonly ConfirmedMembership[],
  now: Date,
): Promise<void> {
  const forms = await takeSentForms(trx, accountId, people);
  const yes = new Map(people.map((each) => [each.contactId, each.yes]));
  const consents = forms.flatMap(({ listId, contactId, hash, words, at, url, address }) => {
    const person = yes.get(contactId);
    if (!person) return [];
    return [
      {
        phone: person.phone,
        kind: 'opt-in' as const,
        channelId: person.channelId,
        listId,
        campaignId: null,
        campaignVersion: null,
        source: 'sign-up',
        words: person.text,
        shown: words,
        address: url,
        note: `Form sent ${at.toISOString()} from ${address}. SHA-256 of the words shown: ${hash.toString('hex')}`,
      },
    ];
  });
  await recordConsents(trx, accountId, consents, now);
}
