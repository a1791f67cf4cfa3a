/** The shipped templates as data: sound flows, in words that a marketer can send as they are. */
import {
  checkFlow,
  createMemoryHost,
  type Flow,
  flowOf,
  isQuestion,
  listTokens,
  type Step,
} from '@parley/engine';
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { countSms } from '@parley/rules/sms.ts';
import { describe, expect, test } from 'vitest';
import { ICONS } from './icons.ts';
import { QUESTION_TEMPLATES } from './questions.ts';
import { isShipped, SHIPPED, shippedFlow } from './shipped-templates.ts';

const BRAND = 'Corner Cafe';
const LIST = 1;
const all = SHIPPED.map((template) => ({ ...template, flow: shippedFlow(template.id, BRAND) }));
const withSteps = all.filter(({ flow }) => flow.steps.length > 0);

const textsOf = (step: Step): string[] => {
  const own = 'text' in step ? [step.text] : [];
  const more = 'alternatives' in step ? step.alternatives.map(({ text }) => text) : [];
  const errors = 'errorText' in step && step.errorText !== '' ? [step.errorText] : [];
  return [...own, ...more, ...errors];
};
const tagsOf = (flow: Flow) =>
  flow.steps.flatMap((step) => [
    ...(step.type === 'tag' ? [step.tag] : []),
    ...textsOf(step).flatMap((text) => listTokens(text).flatMap((t) => (t.kind === 'tag' ? [t.name] : []))),
  ]);
/** As after the account has chosen its lists. */
const chosen = (flow: Flow): Flow => ({
  ...flow,
  steps: flow.steps.map((step) =>
    step.type === 'opt-in' || step.type === 'notification' ? { ...step, list: LIST } : step,
  ),
});
const world = (flow: Flow) => ({ tags: tagsOf(flow), lists: [LIST], campaigns: [] });

test('there are enough of them, each with an id, a name and a picture of its own', () => {
  expect(all.filter(({ flow }) => flow.steps.length > 0).length).toBeGreaterThanOrEqual(12);
  expect(all.every(({ id }) => id >= 1 && id <= 99 && isShipped(id))).toBe(true);
  for (const field of ['id', 'name', 'icon'] as const)
    expect(new Set(all.map((template) => template[field])).size).toBe(all.length);
  const icons = new Set(ICONS.map(({ id }) => id));
  expect(all.every(({ icon }) => icons.has(icon))).toBe(true);
  expect(icons.has(1001)).toBe(true);
});

test('a score in words reads like the answer beside it in a report', () => {
  const steps = [...all.flatMap(({ flow }) => flow.steps), ...QUESTION_TEMPLATES.map(({ step }) => step)];
  const scores = steps.flatMap((step) => (isQuestion(step) ? step.intents.map(({ score }) => score) : []));
  expect(scores).toContain('Yes');
  expect(scores.filter((score) => /^\p{Ll}/u.test(score))).toEqual([]);
});

describe.each(withSteps)('$name', ({ flow }) => {
  test('is sound: with lists chosen and tags made, the flow check finds nothing at all', () => {
    expect(checkFlow(chosen(flow), world(flow))).toEqual([]);
  });

  test('on a new account, only lists and tags are missing', () => {
    const codes = checkFlow(flow, { tags: [], lists: [], campaigns: [] }).map(({ code }) => code);
    expect(codes.filter((code) => !['no-list', 'unknown-tag', 'unknown-token'].includes(code))).toEqual([]);
  });

  test('its first message names the brand and the way out', () => {
    const text = flow.steps.flatMap(textsOf)[0] ?? '';
    expect(text).toContain(BRAND);
    expect(text).toMatch(/STOP to opt out/);
  });

  test('every text fits the plain alphabet and two credits', () => {
    for (const text of flow.steps.flatMap(textsOf)) {
      expect(countSms(text), text).toMatchObject({ encoding: 'GSM' });
      expect(countSms(text).credits, text).toBeLessThanOrEqual(2);
      expect(text).not.toContain('{{');
    }
  });

  test('each guided step has a guide, every step a description', () => {
    for (const step of flow.steps) {
      expect(step.description).not.toBe('');
      if (step.inGuide) expect(step.guide, step.description).not.toBe('');
    }
  });

  test('no answer is a word that is handled before any flow', () => {
    const words = flow.steps.flatMap((step) => ('intents' in step ? step.intents : []));
    for (const { text, phrases } of words)
      for (const word of [text, ...phrases.map((phrase) => phrase.text)])
        expect(['stop', 'help', 'start'], word).not.toContain(classifyInbound(word).kind);
  });
});

function talk(id: number, tags: Record<string, string> = {}) {
  const played = createMemoryHost({
    campaigns: { [id]: chosen(shippedFlow(id, BRAND)) },
    contact: { tags, timeZone: 'America/New_York', phone: '+12125550100' },
    now: '2026-06-01T15:00:00Z',
  });
  played.start(id);
  const last = () => played.transcript().findLast((entry) => entry.from === 'us')?.text ?? '';
  return {
    ...played,
    last,
    answer(text: string) {
      played.say(text);
      return last();
    },
  };
}

describe('played', () => {
  test('welcome: yes joins the list and gets the gift; no gets a goodbye', () => {
    const yes = talk(1);
    expect(yes.answer('yeah sure!')).toContain('HELLO10');
    expect(yes.variables().lists).toEqual([LIST]);
    expect(talk(1).answer('Y')).toContain('HELLO10');
    const no = talk(1);
    expect(no.answer('no thanks')).toContain('No problem');
    expect(no.variables().lists).toEqual([]);
    expect(no.session()?.status).toBe('ended');
  });

  test('flash sale: whoever is silent gets the code at 6 pm, LATER at 7:30 pm', () => {
    const silent = talk(4);
    silent.skipWait();
    expect([silent.last().includes('FLASH30'), silent.now()]).toEqual([true, '2026-06-01T22:00:00Z']);
    const later = talk(4);
    expect(later.answer('later')).toContain('remind you');
    later.skipWait();
    expect([later.last().includes('Last call'), later.now()]).toEqual([true, '2026-06-01T23:30:00Z']);
  });

  test('feedback score: 10 is asked for a review, 8 for what is missing, 1 for what went wrong', () => {
    expect(talk(6).answer('10')).toContain('review');
    expect(talk(6).answer('an 8')).toContain('make it a 10');
    expect(talk(6).answer('3 it was awful')).toContain('What went wrong');
    expect(talk(6).answer('9/10!! love it')).toContain('review');
    for (const unclear of ['11', '15']) expect(talk(6).answer(unclear)).toContain('From 0 to 10');
    const critic = talk(6);
    expect(critic.answer('1')).toContain('What went wrong');
    expect(critic.answer('It was cold')).toContain('Thanks for telling us');
    expect(
      critic
        .transcript()
        .map(({ text }) => text)
        .join(),
    ).toContain('Feedback 1 of 10: It was cold');
  });

  test('contest: two wrong answers end it, the right one joins', () => {
    const wrong = talk(5);
    expect(wrong.answer('A')).toContain('1998');
    expect(wrong.answer('C')).toContain('thanks for playing');
    const right = talk(5);
    expect(right.answer('2011')).toContain('2004');
    expect(right.answer('b')).toContain('first name');
    expect(right.answer('Ada')).toContain('Thank you Ada, good luck');
    expect(right.variables().lists).toEqual([LIST]);
  });

  test('age gate: 20 and nonsense are kept out, 21 comes in', () => {
    expect(talk(10).answer('20')).toContain('only text adults');
    const nonsense = talk(10);
    nonsense.answer('old enough');
    expect(nonsense.answer('old enough')).toContain('only text adults');
    const adult = talk(10);
    expect(adult.answer('21')).toContain('Reply YES or NO');
    expect(adult.answer('YES')).toContain('Cheers');
  });

  test('store hours: answers questions in own words and comes back to the menu', () => {
    const guest = talk(11);
    guest.answer('when do you close');
    expect(guest.transcript().at(-2)?.text ?? '').toContain("We're open");
    expect(guest.answer('menu')).toContain('Reply 1 Hours');
    guest.answer('4');
    expect(guest.transcript().at(-2)?.text ?? '').toContain('example.com/table');
    expect(guest.answer('bye')).toContain('See you soon');
  });

  test('appointment: a confirmation and another time are both kept in the tag', () => {
    const client = talk(3, { 'First name': 'Ada', 'Appointment date': 'Friday', 'Appointment time': '9 am' });
    expect(client.last()).toContain('Hi Ada, your appointment is on Friday at 9 am');
    client.answer('confirm');
    expect(client.variables().tags['Appointment status']).toBe('confirmed');
    for (const yes of ['Y', 'y.', 'ok', 'yep', '👍', 'Yes!']) {
      const short = talk(3);
      short.answer(yes);
      expect([yes, short.variables().tags['Appointment status']]).toEqual([yes, 'confirmed']);
    }
    for (const no of ['N', 'n', 'nope', 'no.', '👎'])
      expect([no, talk(3).answer(no)]).toEqual([no, expect.stringContaining('better time')]);
    const other = talk(3);
    expect(other.answer('can we reschedule?')).toContain('better time');
    other.answer('Monday at 10');
    expect(other.variables().tags['Appointment status']).toBe('wants another time');
  });

  test('event: MAYBE is asked once more after two days', () => {
    const guest = talk(7);
    guest.answer('maybe');
    guest.skipWait();
    expect(guest.last()).toContain("You're invited");
    guest.answer('maybe');
    guest.skipWait();
    expect(guest.last()).toContain('next time');
  });
});

test('question templates are complete questions', () => {
  expect(QUESTION_TEMPLATES.length).toBeGreaterThanOrEqual(10);
  for (const { step } of QUESTION_TEMPLATES) {
    const thanks = flowOf(1, [
      { type: 'auxiliary' },
      { type: 'final-message', text: 'Thank you' },
    ]).steps.slice(1);
    const flow = { campaignId: 1, version: 1, steps: [{ ...step, id: 1, position: 1 }, ...thanks] };
    // How long to wait belongs to the campaign that the question is put into.
    const found = checkFlow(flow, { tags: [], lists: [], campaigns: [] });
    expect(found.filter(({ code }) => code !== 'no-timeout')).toEqual([]);
  }
});

test('every picture is one SVG drawing in the colour of the text', () => {
  for (const { svg } of ICONS) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 24 24"[\s\S]*<\/svg>$/);
    expect(svg).toContain('stroke="currentColor"');
    expect(svg).not.toMatch(/script|href|style|NaN/);
  }
});
