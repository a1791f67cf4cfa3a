/**
 * What is asked of new people of a list with double opt-in, in the languages that STOP and HELP are known in.
 * These two stay as they are, since carriers and the law name them. Without the list's name a text fits into
 * one part, of Arabic and Hebrew into two: what GSM's alphabet lacks (the accent of "SÍ") is left out.
 */

import { isWhole } from './classify-inbound.ts';
import type { WordLanguage } from './opt-out-words.ts';
import { YES_WORDS } from './opt-out-words.ts';

type Wording = {
  /** How the question begins, which tells it from every other text of ours. */
  asks: string;
  /** What follows. */
  about: (list: string) => string;
  /** What is said after the answer. */
  confirmed: (lists: string) => string;
  /** Answers to it, as opt-out words are written. YES is one in every language. */
  yes: readonly string[];
};

const WORDINGS: Readonly<Record<WordLanguage, Wording>> = {
  en: {
    asks: 'Reply YES to',
    about: (list) =>
      `confirm you'd like our texts (${list}). Reply STOP to opt out, HELP for help. Msg & data rates may apply.`,
    confirmed: (lists) =>
      `Thanks, you're in (${lists}). Reply HELP for help, STOP to opt out. Msg & data rates may apply.`,
    yes: [],
  },
  es: {
    asks: 'Responde SI para',
    about: (list) =>
      `recibir nuestros mensajes (${list}). STOP para darte de baja, HELP para ayuda. Pueden aplicarse tarifas de mensajes y datos.`,
    confirmed: (lists) =>
      `Gracias por unirte (${lists}). Responde HELP para ayuda, STOP para darte de baja. Pueden aplicarse tarifas de mensajes y datos.`,
    yes: ['si'],
  },
  fr: {
    asks: 'Répondez OUI pour',
    about: (list) =>
      `recevoir nos SMS (${list}). STOP pour vous désinscrire, HELP pour de l'aide. Des frais de messages peuvent s'appliquer.`,
    confirmed: (lists) =>
      `Merci, c'est confirmé (${lists}). Répondez HELP pour de l'aide, STOP pour vous désinscrire. Des frais de messages peuvent s'appliquer.`,
    yes: ['oui'],
  },
  de: {
    asks: 'Antworten Sie mit JA,',
    about: (list) =>
      `um unsere SMS zu bekommen (${list}). Abmelden mit STOP, Hilfe mit HELP. Es können Kosten für Nachrichten und Daten anfallen.`,
    confirmed: (lists) =>
      `Danke, Sie sind dabei (${lists}). Hilfe mit HELP, abmelden mit STOP. Es können Kosten für Nachrichten und Daten anfallen.`,
    yes: ['ja'],
  },
  ar: {
    asks: 'أرسل نعم لتأكيد',
    about: (list) =>
      `اشتراكك في رسائلنا (${list}). للإلغاء أرسل STOP وللمساعدة HELP. قد تطبق رسوم الرسائل والبيانات.`,
    confirmed: (lists) =>
      `شكرا، تم تأكيد اشتراكك (${lists}). للمساعدة أرسل HELP وللإلغاء STOP. قد تطبق رسوم الرسائل والبيانات.`,
    yes: ['نعم'],
  },
  he: {
    asks: 'יש להשיב כן',
    about: (list) =>
      `לאישור קבלת הודעות מאיתנו (${list}). להסרה STOP, לעזרה HELP. ייתכנו חיובים על הודעות ונתונים.`,
    confirmed: (lists) =>
      `תודה, ההרשמה אושרה (${lists}). לעזרה יש להשיב HELP, להסרה STOP. ייתכנו חיובים על הודעות ונתונים.`,
    yes: ['כן'],
  },
};

/** Patterns of SQL's `like`: every question fits one, also older ones that wait for an answer. */
export const QUESTION_PATTERNS: readonly string[] = Object.values(WORDINGS).map(({ asks }) => `%: ${asks} %`);

const isWording = (language: string | null): language is WordLanguage =>
  language !== null && Object.hasOwn(WORDINGS, language);

/** In what somebody who speaks this is asked: in English where the question is not known in it. */
export const questionLanguage = (language: string | null): WordLanguage =>
  isWording(language) ? language : 'en';

/** The question that a new member of a list with double opt-in gets. */
export function confirmationText(account: string, list: string, language: WordLanguage = 'en'): string {
  const { asks, about } = WORDINGS[language];
  return `${account}: ${asks} ${about(list)}`;
}

/** What whoever has said YES to it gets. */
export const confirmedText = (account: string, lists: readonly string[], language: WordLanguage): string =>
  `${account}: ${WORDINGS[language].confirmed(lists.join(', '))}`;

/** Whether a text is a YES to the question in a language, politeness around it aside. */
export const saysYesIn = (language: WordLanguage, text: string): boolean =>
  isWhole(text, [...YES_WORDS, ...WORDINGS[language].yes]);

const ANY_YES = [...YES_WORDS, ...Object.values(WORDINGS).flatMap(({ yes }) => yes)];

/** Whether a text is a YES to the question in any language: {@link saysYesIn} knows whether in theirs. */
export const saysYes = (text: string): boolean => isWhole(text, ANY_YES);
