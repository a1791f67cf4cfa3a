import { calls } from '@parley/contract';
import { blankIntent, blankStep, type Step } from '@parley/engine';
import { beforeEach, expect, test } from 'vitest';
import { firstChannel } from '../channels/store.ts';
import { receiveInbound } from '../conversation/index.ts';
import { sql } from '../platform/db/database.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { textsTo } from '../testing/sent.ts';

const harness = useHarness();
const { campaigns, flow, gate, keyword } = calls;
const STOPPED = "You're opted out and won't get any more messages. Reply START to opt back in.";

let user: Awaited<ReturnType<ReturnType<typeof harness>['newUser']>>;
let name: string;
let texted = 0;
beforeEach(async () => {
  user = await harness().newUser();
  name = (await user.ask(gate.optOutTexts, {})).values.name;
});

/** Texts from a number; answers what came back last. */
async function says(phone: string, text: string): Promise<string> {
  const { services } = harness();
  const { accountId } = user;
  const channelId = (await firstChannel(services.db, accountId))?.id ?? 0;
  texted += 1;
  const incoming = { accountId, channelId, phone, text, at: services.clock.now() };
  await receiveInbound(services, { ...incoming, carrierMessageId: `own${texted}` });
  const found = await sql<{ body: string }>`
    select m.body from messages m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
    where m.account_id = ${accountId} and c.phone = ${phone} order by m.id desc limit 1`.execute(services.db);
  return found.rows[0]?.body ?? '';
}

const optOuts = async () =>
  (
    await sql<{ phone: string }>`
      select phone from suppressions where account_id = ${user.accountId} order by phone`.execute(
      harness().services.db,
    )
  ).rows.map(({ phone }) => phone);

test('a further word opts out when it is the whole text, politeness, case and accents aside; taken away it is a text again', async () => {
  expect(await user.ask(gate.saveOptOutTexts, { words: ['Genug', ' Ça suffit ', 'GENUG!'] })).toMatchObject({
    RESULT: 1,
  });
  expect((await user.ask(gate.optOutTexts, {})).values.words).toEqual(['genug', 'ca suffit']);
  expect(await says('+12125553501', 'GENUG, please!')).toBe(`${name}: ${STOPPED}`);
  expect(await says('+12125553502', 'ça suffit')).toBe(`${name}: ${STOPPED}`);
  expect(await says('+12125553503', 'genug is a German word')).toBe('');
  expect(await says('+12125553504', 'STOP')).toBe(`${name}: ${STOPPED}`);
  expect(await optOuts()).toEqual(['+12125553501', '+12125553502', '+12125553504']);
  await user.ask(gate.saveOptOutTexts, { words: [] });
  expect(await says('+12125553505', 'genug')).toBe('');
  expect(await optOuts()).toHaveLength(3);
});

test('an answer of what is live is warned of, also when the draft has it no more', async () => {
  const { campaign } = (await user.ask(calls.templates.createCampaign, { template: 99 })).values;
  const intents = [{ ...blankIntent(1), text: 'Nah' }];
  const question: Step = { ...blankStep('open-question'), text: 'Red?', intents };
  const { step } = (await user.ask(flow.addStep, { campaign, point: { step: question, version: null } }))
    .values.step;
  const { flowVersion } = (await user.ask(flow.read, { campaign })).values;
  await user.ask(flow.publish, { campaign, draftVersion: flowVersion, message: '' });
  await user.ask(flow.saveStep, {
    campaign,
    point: { step: { ...step, intents: [] } as Step, version: null },
  });
  expect(await user.ask(gate.saveOptOutTexts, { words: ['nah'] })).toMatchObject({
    RESULT: 1,
    MESSAGE: expect.stringContaining('“Nah” is an answer in the campaign'),
  });
});

test('a word that means something already, or that is a keyword, is refused; an answer of a question is warned of; a keyword is no such word', async () => {
  const { db } = harness().services;
  const question = { id: 1, type: 'choice-question', text: 'Red?', intents: [{ text: 'Nope' }] };
  await storeSketch(db, user.accountId, 1, [question] as never, 'JOIN');
  const save = (word: string) => user.ask(gate.saveOptOutTexts, { words: [word] });
  const refused = (MESSAGE: string) => ({ RESULT: 0, DETAIL: 'inpWords', MESSAGE });
  expect(await save('Unsubscribe')).toMatchObject(
    refused('“Unsubscribe” opts people out already. You don’t need to add it.'),
  );
  expect(await save('info')).toMatchObject(
    refused('“info” opts people in or asks for help, so it can’t opt them out.'),
  );
  expect(await save('!!')).toMatchObject(
    refused('“!!” has no letters or numbers. Please choose another word.'),
  );
  expect(await save('join')).toMatchObject(
    refused(
      '“JOIN” is the keyword of the campaign “Campaign 1”. Change that keyword first, or choose another word.',
    ),
  );
  expect((await user.ask(gate.optOutTexts, {})).values.words).toEqual([]);
  expect(await save('nope')).toMatchObject({
    RESULT: 1,
    MESSAGE: 'Saved. “Nope” is an answer in the campaign “Campaign 1”: people who reply with it now opt out.',
  });
  expect(await save('nope')).toMatchObject({ RESULT: 1, MESSAGE: '' });
  expect(
    await user.ask(keyword.save, { campaign: 1, channel: '', keyword: 'NOPE', isTemplate: false }),
  ).toMatchObject({ RESULT: 0 });
});

test('people are answered in the language of their word, with the account’s own texts and its name', async () => {
  expect(await says('+12125553601', 'ALTO')).toBe(
    `${name}: Te diste de baja y ya no recibes mensajes. Responde START para volver.`,
  );
  expect(await says('+12125553602', 'je ne veux plus de vos sms')).toBe(
    `${name}: Inscription annulée: vous ne recevrez plus de messages. Répondez START pour revenir.`,
  );
  expect(await says('+12125553603', 'Ayuda')).toMatch(/^.*: Gracias por escribirnos\. Responde STOP/);
  const saved = await user.ask(gate.saveOptOutTexts, {
    replies: {
      'stop.en': 'Sad to see you go. START brings you back.',
      'stop.es': `Adiós de ${name}. START para volver.`,
      'start.en': 'Welcome back! STOP to leave.',
    },
  });
  expect(saved.RESULT).toBe(1);
  expect(await says('+12125553604', 'quit')).toBe(`${name}: Sad to see you go. START brings you back.`);
  expect(await says('+12125553605', 'No me manden mensajes')).toBe(`Adiós de ${name}. START para volver.`);
  expect(await says('+12125553606', 'arret')).toBe(`${name}: Sad to see you go. START brings you back.`);
  expect(await says('+12125553604', 'START')).toBe(`${name}: Welcome back! STOP to leave.`);
  await user.ask(gate.saveOptOutTexts, { replies: { 'stop.en': ' ' } });
  expect(await says('+12125553607', 'stop')).toBe(`${name}: ${STOPPED}`);
  expect(await says('+12125553608', 'alto')).toBe(`Adiós de ${name}. START para volver.`);
});

test('a text that leaves out how to go on is refused and nothing is stored', async () => {
  expect(
    await user.ask(gate.saveOptOutTexts, { words: ['genug'], replies: { 'help.fr': 'Écrivez-nous.' } }),
  ).toMatchObject({
    RESULT: 0,
    DETAIL: 'inpReplies',
    MESSAGE: 'Your reply to HELP has to tell people that they can reply STOP.',
  });
  const { words, replies } = (await user.ask(gate.optOutTexts, {})).values;
  expect(words).toEqual([]);
  expect(replies.map(({ text }) => text).join('')).toBe('');
});

test('a campaign whose keyword became such a word while it was deleted is restored without it, and says so', async () => {
  const { db } = harness().services;
  await storeSketch(db, user.accountId, 1, [{ id: 1, type: 'final-message', text: 'Hi' }], 'Ça suffit');
  await user.ask(campaigns.remove, { campaign: 1, isTemplate: false });
  await user.ask(gate.saveOptOutTexts, { words: ['ca suffit'] });
  expect(await user.ask(campaigns.restore, { campaign: 1 })).toMatchObject({
    RESULT: 1,
    MESSAGE: 'The campaign was restored without its keyword: “Ça suffit” opts people out now.',
  });
  const form = { campaign: 1, channel: '', isTemplate: false };
  expect((await user.ask(keyword.load, form)).values.keyword).toBe('');
});

test('a channel has words and replies of its own; those of the account hold on it, too', async () => {
  const { db } = harness().services;
  await user.ask(gate.saveOptOutTexts, {
    words: ['enough'],
    replies: { 'help.en': 'Account help. STOP ends.' },
  });
  const channel = (await firstChannel(db, user.accountId))?.id ?? 0;
  const second = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
  const saved = await user.ask(gate.saveChannelOptOutTexts, {
    channel: second,
    words: ['ciao ciao'],
    replies: { 'stop.en': 'Second is silent now. START brings it back.' },
  });
  expect(saved.RESULT).toBe(1);
  const loaded = (await user.ask(gate.channelOptOutTexts, { channel: second })).values;
  expect(loaded).toMatchObject({ words: ['ciao ciao'], accountWords: ['enough'] });
  expect(loaded.replies).toContainEqual({ reply: 'help.en', text: '', usual: 'Account help. STOP ends.' });
  const on = (channelId: number, phone: string, text: string) => {
    texted += 1;
    const { services } = harness();
    const incoming = { accountId: user.accountId, channelId, phone, text, at: services.clock.now() };
    return receiveInbound(services, { ...incoming, carrierMessageId: `own${texted}` });
  };
  await on(second, '+12125554001', 'Ciao ciao');
  expect(await textsTo(db, user.accountId, '+12125554001')).toEqual([
    expect.stringContaining('Second is silent now. START brings it back.'),
  ]);
  await on(second, '+12125554002', 'Enough');
  expect(await textsTo(db, user.accountId, '+12125554002')).toHaveLength(1);
  await on(channel, '+12125554003', 'Ciao ciao');
  expect(await textsTo(db, user.accountId, '+12125554003')).toEqual([]);
  await on(second, '+12125554004', 'HELP');
  expect(await textsTo(db, user.accountId, '+12125554004')).toEqual([
    expect.stringContaining('Account help.'),
  ]);
});

test('a channel’s word is no keyword there, though it may be one elsewhere; other accounts’ channels are unknown', async () => {
  const { db } = harness().services;
  await storeSketch(
    db,
    user.accountId,
    1,
    [{ id: 1, type: 'final-message', text: 'Hi' }] as never,
    'BYE NOW',
  );
  const first = (await firstChannel(db, user.accountId))?.id ?? 0;
  const second = (await user.ask(calls.channels.add, { name: 'Second' })).values.id;
  const save = (channel: number, by = user) =>
    by.ask(gate.saveChannelOptOutTexts, { channel, words: ['bye now'], replies: undefined });
  expect(await save(first)).toMatchObject({ RESULT: 0, DETAIL: 'inpWords' });
  expect(await save(second)).toMatchObject({ RESULT: 1 });
  const put = (channel: string) =>
    user.ask(keyword.save, { campaign: 1, channel, keyword: 'BYE NOW', isTemplate: false });
  const { channels } = (await user.ask(calls.channels.list, {})).values;
  const number = channels.find(({ id }) => id === second)?.number ?? '';
  expect(await put(number)).toMatchObject({ RESULT: 0 });
  expect(await put('')).toMatchObject({ RESULT: 1 });
  const stranger = await harness().newUser();
  expect(await save(second, stranger)).toMatchObject({ status: 404 });
  expect(await stranger.ask(gate.channelOptOutTexts, { channel: second })).toMatchObject({ status: 404 });
});
