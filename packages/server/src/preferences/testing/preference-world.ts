/** An account with a preference page, two lists on it and one that is not, and people with links to it. */
import { calls } from '@parley/contract';
import { preferenceCode } from '../../links/index.ts';
import { first, rows, sql } from '../../platform/db/database.ts';
import { type Browser, browserOf, fieldsIn, type Visit } from '../../sign-up/testing/visit.ts';
import { storeSketch } from '../../testing/flows.ts';
import type { Client, Harness } from '../../testing/harness.ts';

export const GOOD_PREFERENCES = {
  headline: 'What you get',
  text: 'Your choice.',
  background: '#ffffff',
  ink: '#1b2430',
  accent: '#1c5d99',
  language: 'en',
} as const;

let people = 0;

export async function createPreferenceWorld(harness: Harness) {
  const { services } = harness;
  const owner: Client & { accountId: number } = await harness.newUser();
  const { accountId } = owner;
  const list = async (name: string) => (await owner.ask(calls.lists.add, { name })).values.id;
  const [news, offers, secret] = [await list('News 2026'), await list('Offers west'), await list('Staff')];
  const lists = [
    { list: news, name: 'News' },
    { list: offers, name: 'Offers' },
  ];
  await owner.ask(calls.preferencePage.save, { ...GOOD_PREFERENCES, lists, version: 0 });

  const pathOf = (contactId: number, at = services.clock.now()) =>
    `/p/c/${preferenceCode(services.secrets, { accountId, contactId, isSimulated: false }, at)}`;

  return {
    owner,
    accountId,
    news,
    offers,
    secret,
    lists,
    pathOf,

    /** Somebody on these lists, with their link. */
    async person(on: readonly number[] = [news]) {
      const phone = `+1212555${String(4000 + people++)}`;
      for (const each of on.length > 0 ? on : [secret])
        await owner.ask(calls.members.add, { phone, list: each });
      const row = await first(
        services.db,
        sql<{ id: number }>`select id from contacts where account_id = ${accountId} and phone = ${phone}`,
      );
      const contactId = row?.id ?? 0;
      return { phone, contactId, path: pathOf(contactId) };
    },

    /** A further channel of test phones. */
    async addTestChannel(): Promise<{ channelId: number; number: string }> {
      await owner.ask(calls.channels.add, { name: 'Beside' });
      const all = (await owner.ask(calls.channels.list, { search: 'Beside' })).values.channels;
      const [channel] = all;
      return { channelId: channel?.id ?? 0, number: channel?.number ?? '' };
    },

    /** The path of the link that a test of a campaign brings to a number over a channel. */
    async sentLink({ phone, channel }: { phone: string; channel: string }): Promise<string> {
      const campaign = 5_000 + people++;
      const text = 'Choose: {%link:preferences%}';
      await storeSketch(services.db, accountId, campaign, [{ id: campaign, type: 'final-message', text }]);
      await owner.ask(calls.blast.sendTest, { campaign, channel, phone });
      const row = await first(
        services.db,
        sql<{ body: string }>`
          select body from messages where account_id = ${accountId} and campaign_id = ${campaign}`,
      );
      return /\/p\/c\/[\w-]{28}/.exec(row?.body ?? '')?.[0] ?? '';
    },

    async listsOf(contactId: number): Promise<number[]> {
      const found = await rows(
        services.db,
        sql<{ id: number }>`
          select list_id as id from list_members where account_id = ${accountId} and contact_id = ${contactId}
          order by list_id`,
      );
      return found.map(({ id }) => id);
    },

    consentsOf: (phone: string) =>
      rows(
        services.db,
        sql<{
          kind: string;
          shown: string;
          words: string;
          note: string;
          address: string;
          list: number | null;
        }>`
          select kind, shown, words, note, address, list_id as list from consents
          where account_id = ${accountId} and phone = ${phone} and source = 'preferences' order by id`,
      ),

    pause: (contactId: number) =>
      first(
        services.db,
        sql<{ until: Date }>`
          select until from contact_pauses where account_id = ${accountId} and contact_id = ${contactId}`,
      ),
  };
}

export const visitorOf = (harness: Harness, from?: string): Browser => browserOf(harness.app, from);

/** What the form of the page holds before anybody chooses. */
export const formIn = (html: string): { form: string; lists: string } => ({
  form: fieldsIn(html).form ?? '',
  lists: /name="lists" value="([^"]*)"/.exec(html)?.[1] ?? '',
});

/** Opens the page and sends its form with these fields. */
export async function choose(browser: Browser, path: string, fields: Record<string, string>): Promise<Visit> {
  return browser.post(path, { ...formIn((await browser.get(path)).text), ...fields });
}
