/** Accounts with automata that events start, for tests of them. */
import { calls } from '@parley/contract';
import type { EventTrigger } from '@parley/rules/event-trigger.ts';
import { handleNextGroup } from '../../feed/consumer.ts';
import { feedEvents, type NewContactEvent } from '../../feed/index.ts';
import { rows, sql, transact } from '../../platform/db/database.ts';
import { storeSketch } from '../../testing/flows.ts';
import type { Harness } from '../../testing/harness.ts';
import { phones, storeList } from '../../testing/people.ts';
import { beginDueStarts } from '../begin-starts.ts';
import { eventConsumer } from '../jobs.ts';
import { listStarts } from '../starts-store.ts';

const { automata } = calls;
let next = 0;

/** An account with so many people on a list, and a campaign that greets and waits for an answer. */
export async function eventWorld(harness: Harness, count = 3) {
  const { services } = harness;
  const { db } = services;
  const user = await harness.newUser();
  const { accountId } = user;
  next += 1;
  const numbers = phones(count, next * 100_000);
  const list = await storeList(
    db,
    accountId,
    'Everybody',
    numbers.map((phone) => ({ phone })),
  );
  const people = (
    await rows(
      db,
      sql<{ id: number }>`select id from contacts where account_id = ${accountId} order by phone`,
    )
  ).map(({ id }) => id);
  const campaign = 60_000 + next;
  await storeSketch(db, accountId, campaign, [
    { type: 'open-question', id: campaign * 10, text: 'Welcome! Which day suits you?' },
    { type: 'final-message', id: campaign * 10 + 1, text: 'Thanks' },
  ] as never);
  const save = (automaton: number, data: Record<string, unknown>) =>
    user.post('automata/updateAutomataData', {
      AutomataId: String(automaton),
      AutomataData: JSON.stringify(data),
      Enabled: '0',
    });
  /** An automata of type 7, switched on. */
  const add = async (trigger: Partial<EventTrigger>, more: Record<string, unknown> = {}) => {
    const automaton = (await user.ask(automata.add, { name: `Automata ${next}` })).values.id;
    const Trigger_vch = JSON.stringify({ event: 'list.joined', ...trigger });
    const answer = await save(automaton, {
      Type_int: 7,
      BatchId_bi: campaign,
      Trigger_vch,
      Status_int: 1,
      ...more,
    });
    if (answer.RESULT !== 1) throw new Error(JSON.stringify(answer));
    return automaton;
  };
  let facts = 0;
  const newFact = () => {
    facts += 1;
    return `fact ${facts}`;
  };
  const joined = (contactId = people[0] ?? 0, fact = newFact(), to = list): NewContactEvent => ({
    kind: 'list.joined',
    contactId,
    at: services.clock.now(),
    fact,
    properties: { list: to },
  });
  const left = (contactId = people[0] ?? 0, from = list): NewContactEvent => ({
    ...(joined(contactId) as NewContactEvent & { kind: 'list.joined' }),
    kind: 'list.left',
    properties: { list: from },
  });
  const feed = (...events: NewContactEvent[]) => transact(db, (trx) => feedEvents(trx, accountId, events));
  const take = async () => {
    while (
      await handleNextGroup(
        services,
        eventConsumer(services, () => undefined),
      )
    );
  };
  const begin = async () => {
    while (await beginDueStarts(services));
  };
  /** What became of everything that happened, oldest first. */
  const history = async (automaton: number) =>
    (await listStarts(db, accountId, automaton, { start: 0, length: 200, state: '', contact: 0 })).starts
      .map(({ contact, state, reason }) => ({ who: people.indexOf(contact), state, reason }))
      .reverse();
  const texts = () =>
    rows(
      db,
      sql<{ who: number; body: string; status: string }>`
        select contact_id as who, body, status::text from messages
        where account_id = ${accountId} and origin = 'automata' order by id`,
    );
  const conversations = () =>
    rows(
      db,
      sql<{ who: number; active: boolean; reason: string; campaign: number }>`
        select contact_id as who, active, session ->> 'endReason' as reason, campaign_id as campaign
        from conversations where account_id = ${accountId} order by contact_id`,
    );
  const happen = async (...events: NewContactEvent[]) => {
    await feed(...events);
    await take();
    await begin();
  };
  return {
    user,
    accountId,
    list,
    people,
    campaign,
    save,
    add,
    joined,
    left,
    feed,
    take,
    begin,
    happen,
    history,
    texts,
    conversations,
  };
}
