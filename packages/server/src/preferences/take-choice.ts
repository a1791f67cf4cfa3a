/** What somebody chose on the preference page: stored as a whole, with the words that they had been shown. */
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import { addConfirmed, removeMembers, stopWaiting } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import type { Services } from '../platform/services.ts';
import { countTries } from '../platform/throttle.ts';
import { endPause, pauseContact } from '../policy/index.ts';
import { recordConsents, recordOptOuts } from '../suppression/index.ts';
import { preferenceWords } from './preference-words.ts';
import { type OfferedList, offeredIds, preferencesShown } from './render-preferences.ts';
import {
  findPerson,
  findPreferences,
  keepPreferenceWords,
  type Person,
  recordChoice,
  type StoredPreferences,
} from './store.ts';

const DAY_MS = 86_400_000;
const SOURCE = 'preferences';

export type Choice = {
  accountId: number;
  contactId: number;
  act: 'lists' | 'pause' | 'resume' | 'stop';
  /** The lists that were left checked. */
  wanted: ReadonlySet<number>;
  /** {@link offeredIds} of the lists that the form had, checked or not. */
  offered: string;
  /** Of the form's token. */
  nonce: string;
  /** The hash of what it showed, in hexadecimal digits. */
  words: string;
  /** Where the page stands, without the person's code, and the network address it came from. */
  url: string;
  address: string;
};

/**
 * `taken`: also when the same was chosen by this form before, and when there was nothing to change.
 * `changed`: the page says something else now, and it was no stop. `stopped`: the number has opted out, and
 * only its own START changes that. `gone`: there is no such contact any more.
 */
export type ChoiceOutcome = 'taken' | 'changed' | 'stopped' | 'gone';

export async function takeChoice(services: Services, choice: Choice): Promise<ChoiceOutcome> {
  const { accountId, contactId } = choice;
  const now = services.clock.now();
  const outcome = await transact(services.db, async (trx): Promise<ChoiceOutcome> => {
    const person = await findPerson(trx, accountId, contactId, { now, locked: true });
    if (!person) return 'gone';
    if (person.optedOut) return 'stopped';
    const preferences = await findPreferences(trx, accountId);
    const shown = preferencesShown(preferences);
    const isAsShown = shown.hash.toString('hex') === choice.words;
    // Whoever wants to stop is stopped, whatever the page says by now and whatever came of this form before.
    if (choice.act !== 'stop') {
      if (!isAsShown) return 'changed';
      // By the same names, but not the same lists.
      if (choice.act === 'lists' && choice.offered !== offeredIds(preferences)) return 'changed';
      if (await wasTaken(trx, choice, now)) return 'taken';
    }
    if (isAsShown) await keepPreferenceWords(trx, accountId, shown, now);
    const proof = proofOf(choice, isAsShown ? shown.words : '');
    const said = await DO[choice.act]({ trx, choice, person, preferences, proof, now });
    if (said === null) return 'taken';
    const { act, address } = choice;
    await recordChoice(trx, choice, { act, said, address, hash: isAsShown ? shown.hash : null }, now);
    return 'taken';
  });
  if (outcome === 'taken') services.live.publish(accountId, { type: 'thread', contact: contactId });
  return outcome;
}

/**
 * Whether the same was chosen by the same form before. Who goes back to it and chooses something else means
 * that.
 */
async function wasTaken(trx: Db, { nonce, act, wanted }: Choice, now: Date): Promise<boolean> {
  const what = act === 'lists' ? [...wanted].sort((one, other) => one - other).join(' ') : '';
  const key = `preferences form ${nonce} ${act} ${what}`;
  return (await countTries(trx, now, { key, windowSeconds: DAY_MS / 1_000 }, 1)).count > 1;
}

type Doing = {
  trx: Db;
  choice: Choice;
  person: Person;
  preferences: StoredPreferences;
  proof: ReturnType<typeof proofOf>;
  now: Date;
};

/** Each answers what changed, in the words of the page; null: nothing. */
const DO: Record<Choice['act'], (doing: Doing) => Promise<string | null>> = {
  lists: changeLists,
  async pause({ trx, choice, preferences, now }) {
    const until = new Date(now.getTime() + PREFERENCE_LIMITS.pauseDays * DAY_MS);
    await pauseContact(trx, choice, { until, now });
    return preferenceWords[preferences.page.language].pause;
  },
  async resume({ trx, choice, preferences, now }) {
    const ended = await endPause(trx, choice, now);
    return ended ? preferenceWords[preferences.page.language].resume : null;
  },
  async stop({ trx, choice, person, preferences, proof, now }) {
    const said = preferenceWords[preferences.page.language].stop;
    const { accountId, contactId } = choice;
    const optOut = { phone: person.phone, contactId, channelId: null, words: said, ...proof };
    await recordOptOuts(trx, accountId, [optOut], now);
    return said;
  },
};

async function changeLists({ trx, choice, person, preferences, proof, now }: Doing): Promise<string | null> {
  const { accountId, contactId, wanted } = choice;
  const { page, lists } = preferences;
  const isOn = ({ list }: OfferedList) => person.memberOf.includes(list);
  const joins = lists.filter((each) => wanted.has(each.list) && !isOn(each)).sort(byId);
  const leaves = lists.filter((each) => !wanted.has(each.list) && isOn(each)).sort(byId);
  // Whoever waits there for a YES has decided here.
  await stopWaiting(
    trx,
    accountId,
    lists.map(({ list }) => ({ listId: list, contactId })),
  );
  for (const { list } of joins) await addConfirmed(trx, accountId, list, [contactId], now);
  for (const { list } of leaves) await removeMembers(trx, accountId, list, [contactId], now);
  const consents = joins.map(({ list, name }) => ({
    phone: person.phone,
    kind: 'opt-in' as const,
    channelId: null,
    listId: list,
    campaignId: null,
    campaignVersion: null,
    words: `☑ ${name}`,
    ...proof,
  }));
  await recordConsents(trx, accountId, consents, now);
  if (joins.length + leaves.length === 0) return null;
  const words = preferenceWords[page.language];
  const names = (of: readonly OfferedList[]) => of.map(({ name }) => name).join(', ');
  const said = [
    joins.length > 0 ? words.joined(names(joins)) : '',
    leaves.length > 0 ? words.left(names(leaves)) : '',
  ];
  return said.filter((part) => part !== '').join('. ');
}

/** In one order for everybody, so that two never wait for each other. */
const byId = (one: OfferedList, other: OfferedList) => one.list - other.list;

/**
 * What stands in the record of consent beside what was chosen: the words shown, where the page still says
 * them, their hash, where the form came from.
 */
const proofOf = ({ address, words, url }: Choice, shown: string) => ({
  source: SOURCE,
  shown,
  note: `Chosen on the preference page from ${address}. SHA-256 of the words shown: ${words}`,
  address: url,
});
