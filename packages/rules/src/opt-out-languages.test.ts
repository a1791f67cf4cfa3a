/** Opt-outs, help and their answers in every language that the words are known in, as people type them. */
import { expect, test } from 'vitest';
import { classifyInbound, languageOf } from './classify-inbound.ts';
import { reservedReply } from './reserved-replies.ts';

const STOPS = {
  de: ['Stopp!', 'ABMELDEN', 'bitte abbestellen', 'Kündigen', 'kuendigen', 'Aufhören.', 'Ende 👎'],
  he: ['הסר', 'הסרה', '\u200fהסר\u200f', 'הסירו אותי בבקשה', 'הָסֵר!', 'אל תשלחו לי יותר הודעות', 'די'],
  ar: ['إلغاء', 'ايقاف', 'إيقــاف', 'تَوَقَّف', 'إلغاء الاشتراك من فضلك', '\u202bقف\u202c', 'لا ترسلوا لي رسائل'],
  fr: ['ARRÊT'],
  es: ['Alto'],
} as const;
const HELPS = { de: ['Hilfe?'], he: ['עזרה'], ar: ['مساعدة'], fr: ['Aide'], es: ['Ayuda'] } as const;

test.each(Object.entries(STOPS).flatMap(([language, texts]) => texts.map((text) => [text, language])))(
  '“%s” opts out and is answered in its language (%s)',
  (text, language) => {
    const { kind, matched } = classifyInbound(text);
    expect([kind, languageOf(matched)]).toEqual(['stop', language]);
  },
);

test.each(Object.entries(HELPS).flatMap(([language, texts]) => texts.map((text) => [text, language])))(
  '“%s” asks for help in its language (%s)',
  (text, language) => {
    const { kind, matched } = classifyInbound(text);
    expect([kind, languageOf(matched)]).toEqual(['help', language]);
  },
);

test.each([
  ...['Ich habe keine Nachrichten mehr bekommen', 'Am Ende der Woche', 'Nein danke', 'nicht mehr', 'Montag'],
  ...['warum melden Sie mich ab', 'das ist schön', 'Halten Sie mir einen Tisch frei'],
  ...['אל תסירו אותי', 'לא', 'כן', 'תודה רבה', 'מתי מגיעה ההזמנה'],
  ...['نعم', 'لا', 'شكرا جزيلا', 'وقف خيري', 'متى يصل طلبي'],
])('“%s” is an ordinary answer', (text) => {
  expect(classifyInbound(text).kind).toBe('none');
});

test.each([
  'STOP\u3164',
  '\u115fSTOP\u2800',
  'S\u00adT\u2060OP',
  '\u2067STOP\u2069',
  's t o p please',
  'Ｓ Ｔ Ｏ Ｐ',
])('%j opts out, whatever nobody sees stands in it', (text) => {
  expect(classifyInbound(text)).toEqual({ kind: 'stop', matched: 'stop' });
});

test.each(['en', ...Object.keys(STOPS)] as const)(
  'the answers of %s say how to come back and how to leave',
  (language) => {
    const account = { name: 'Café Nord', contactInfo: '' };
    expect(reservedReply('stop', account, language as 'en')).toMatch(/^Café Nord: .*START/);
    expect(reservedReply('help', account, language as 'en')).toMatch(/^Café Nord: .*STOP/);
  },
);
