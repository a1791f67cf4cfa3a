/**
 * Answers to the words that are handled before any flow. Free of charge: they come from us, not from a
 * campaign.
 */
import type { WordLanguage } from './opt-out-words.ts';

/**
 * What may be said in words of an account's own: after STOP and HELP in the languages that these are known
 * in; START is known in English only.
 */
export const OWN_REPLIES = [
  'stop.en',
  'stop.es',
  'stop.fr',
  'stop.de',
  'stop.ar',
  'stop.he',
  'help.en',
  'help.es',
  'help.fr',
  'help.de',
  'help.ar',
  'help.he',
  'start.en',
] as const;
export type OwnReply = (typeof OWN_REPLIES)[number];
export type ReplyKind = 'stop' | 'help' | 'start';
export type OwnReplies = { [K in OwnReply]?: string };

export type AccountContact = {
  /** The account's name. */
  name: string;
  /** How to reach it, as it wrote it; may be empty. */
  contactInfo: string;
  /** Texts in place of the usual ones. */
  replies?: OwnReplies;
};

type Texts = Record<WordLanguage, string>;

/**
 * The one confirmation after an opt-out (CTIA Messaging Principles 5.1.3: names the sender, says that nothing
 * more comes).
 */
const STOPPED: Texts = {
  en: "You're opted out and won't get any more messages. Reply START to opt back in.",
  es: 'Te diste de baja y ya no recibes mensajes. Responde START para volver.',
  fr: 'Inscription annulée: vous ne recevrez plus de messages. Répondez START pour revenir.',
  de: 'Sie sind abgemeldet und erhalten keine Nachrichten mehr. Mit START melden Sie sich wieder an.',
  ar: 'تم إلغاء اشتراكك ولن تصلك رسائل أخرى. للعودة أرسل START.',
  he: 'הוסרת מרשימת התפוצה ולא יישלחו אליך עוד הודעות. לחזרה יש להשיב START.',
};
const STARTED = "You're opted back in. Reply HELP for help, STOP to opt out. Msg & data rates may apply.";
const THANKS: Texts = {
  en: 'Thanks for reaching out.',
  es: 'Gracias por escribirnos.',
  fr: 'Merci de nous avoir contactés.',
  de: 'Danke für Ihre Nachricht.',
  ar: 'شكرا لتواصلك معنا.',
  he: 'תודה שפנית אלינו.',
};
const REACH: Texts = {
  en: 'Need help? Contact:',
  es: '¿Necesitas ayuda? Contacto:',
  fr: "Besoin d'aide? Contact:",
  de: 'Brauchen Sie Hilfe? Kontakt:',
  ar: 'هل تحتاج إلى مساعدة؟ للتواصل:',
  he: 'צריך עזרה? ליצירת קשר:',
};
const HELP_END: Texts = {
  en: 'Reply STOP to opt out. Msg & data rates may apply.',
  es: 'Responde STOP para darte de baja. Pueden aplicarse tarifas de mensajes y datos.',
  fr: "Répondez STOP pour vous désinscrire. Des frais de messages peuvent s'appliquer.",
  de: 'Mit STOP melden Sie sich ab. Es können Kosten für Nachrichten und Daten anfallen.',
  ar: 'لإلغاء الاشتراك أرسل STOP. قد تطبق رسوم الرسائل والبيانات.',
  he: 'להסרה יש להשיב STOP. ייתכנו חיובים על הודעות ונתונים.',
};

export const partsOf = (reply: OwnReply) => reply.split('.') as [ReplyKind, WordLanguage];

/** What is said when the account has no text of its own for it, without its name. */
export function usualReply(kind: ReplyKind, language: WordLanguage, contactInfo: string): string {
  if (kind === 'stop') return STOPPED[language];
  if (kind === 'start') return STARTED;
  const info = contactInfo.trim();
  return `${info === '' ? THANKS[language] : `${REACH[language]} ${info}.`} ${HELP_END[language]}`;
}

/**
 * What is said: the account's own text of the language, else its English one, else the usual one of the
 * language. It always names the account.
 */
export function reservedReply(
  kind: ReplyKind,
  { name, contactInfo, replies = {} }: AccountContact,
  language: WordLanguage = 'en',
): string {
  const inEnglish = replies[`${kind}.en`];
  const own = kind === 'start' ? inEnglish : (replies[`${kind}.${language}`] ?? inEnglish);
  if (own?.toLowerCase().includes(name.toLowerCase())) return own;
  return `${name}: ${own ?? usualReply(kind, language, contactInfo)}`;
}

/** What a text of an account's own must name, so that people know how to go on. */
export const MUST_NAME: Record<ReplyKind, string> = { stop: 'START', help: 'STOP', start: 'STOP' };

/** To somebody who opted out and texted a keyword, where the channel is set so. */
export const startHint = ({ name }: AccountContact): string =>
  `${name}: You're opted out, so we didn't send anything. Reply START to opt back in.`;
