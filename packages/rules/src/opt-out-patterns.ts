/**
 * Opt-outs by how they are built rather than by their words: a verb, some small words, and what is to end.
 * Written in matching form, as `opt-out-words.ts`. 47 CFR 64.1200(a)(10) counts any wording that a reasonable
 * person would understand.
 */
import type { WordLanguage } from './opt-out-words.ts';

type Pattern = {
  first: ReadonlySet<string>;
  /** Small words that may stand between, `most` at most. */
  gap: ReadonlySet<string>;
  most: number;
  last: ReadonlySet<string>;
  /** At least one word between must be one of these; empty: none need be. */
  needs: ReadonlySet<string>;
  /** Who does it: just before the first word they make a story of it ("i dont text much"). */
  tellers: ReadonlySet<string>;
  /** Words that must not follow the last one. */
  notBefore: ReadonlySet<string>;
  language: WordLanguage;
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));
const NONE = words('');
const pattern = (given: Partial<Pattern> & Pick<Pattern, 'first' | 'gap' | 'most' | 'last'>): Pattern => ({
  needs: NONE,
  tellers: NONE,
  notBefore: NONE,
  language: 'en',
  ...given,
});

const TEXTS = `texts txts messages msgs sms spam notifications alerts promotions promos ads advertising advertisements blasts
  solicitations communications`;
const DETERMINERS = 'the these this those that all any your ur u my of from with';
const KINDS =
  'text txt sms message spam marketing promotional promo automated unwanted daily weekly stupid annoying damn dumb future further other more random';

const PATTERNS: readonly Pattern[] = [
  // "stop with all these annoying texts", "quit txting my phone"
  pattern({
    first: words('stop quit cease discontinue'),
    gap: words(`${DETERMINERS} ${KINDS} please pls sending getting me us blowing`),
    most: 5,
    last: words(`${TEXTS} texting txting txt textin messaging msging contacting spamming bothering harassing pestering bugging
      annoying soliciting up`),
    tellers: words('i ill we well to should gonna'),
  }),
  // "cancel all messages", "end these texts"
  pattern({
    first: words('end cancel terminate discontinue deactivate'),
    gap: words(`${DETERMINERS} text txt sms message marketing promotional`),
    most: 4,
    last: words('texts txts messages msgs sms subscription notifications alerts promotions promos'),
    tellers: words('i ill we to did'),
  }),
  // "i don't want to be texted", "do not wish to receive any more of your promotions"
  pattern({
    first: words('dont not never longer nor'),
    gap: words(`${DETERMINERS} ${KINDS} want wish need care would like to be get getting receive receiving recieve see have anymore interested
      in for you me ever`),
    most: 9,
    last: words(`${TEXTS} texted messaged contacted subscribed spammed`),
    needs: words('want wish need care interested'),
    notBefore: words('to about until'),
  }),
  // "don't ever text me again"
  pattern({
    first: words('dont not never quit stop'),
    gap: words('ever please pls you dare keep bother be to'),
    most: 2,
    last: words('text txt message msg texting txting messaging contact contacting spam harass'),
    tellers:
      words(`i we they he she u you people who kids why is are was if did does can could may might would should
      will am im or but its thats were`),
    notBefore: words(
      `and while much when yet from to about at in for back before until unless after during between tonight today him her them mom dad it you your the a an on is was or
       if but with as so by that`,
    ),
  }),
  // "take my number off of your list", "delete me out of the system"
  pattern({
    first: words('remove delete take get erase drop scratch unsubscribe pull strike cross'),
    gap: words(`me us my this our name number phone cell mobile telephone info information contact details off out from of the your ur
      that these all any text texting sms calling call marketing mailing email messaging message contacts please pls now immediately`),
    most: 9,
    last: words('list lists database system systems records listing distribution mailinglist'),
    needs: words('me us number name phone cell mobile info information'),
  }),
  // "put me on the do not text list"
  pattern({
    first: words('put add place'),
    gap: words('me us my this number phone on to in your the a do not dont'),
    most: 9,
    last: words('contactlist contact text call disturb'),
    needs: words('not dont'),
  }),
  // Spanish: "dejen de enviarme mensajes"
  pattern({
    language: 'es',
    first: words('deja deje dejen dejar paren pare para'),
    gap: words('de por favor ya me'),
    most: 3,
    last: words(`enviar enviarme enviarnos mandar mandarme mandarnos escribir escribirme molestar molestarme contactar contactarme
      textear textearme mensajear`),
    needs: words('de'),
  }),
  // "no deseo recibir sus promociones"
  pattern({
    language: 'es',
    first: words('no'),
    gap: words('me quiero deseo quisiera necesito recibir mas sus tus su estos los las de ya que'),
    most: 6,
    last: words('mensajes textos sms publicidad promociones mensajitos'),
    needs: words('quiero deseo quisiera necesito mas'),
  }),
  // "sáquenme de esa lista", "borre mi número"
  pattern({
    language: 'es',
    first:
      words(`quita quitame quiteme quitenme quiten saca sacame saqueme saquenme saquen borra borre borrame borreme borrenme borren
      elimina elimine eliminame elimineme eliminenme eliminen remueva remuevame remuevan`),
    gap: words('mi me de del la las su sus tu tus esta este esa ese por favor telefono'),
    most: 6,
    last: words('lista listas numero base registros contactos sistema'),
    needs: words('de del mi'),
  }),
  // French: "arrêtez donc de nous envoyer ça"
  pattern({
    language: 'fr',
    first: words('arretez arrete arreter cessez'),
    gap: words('de d les vos tes ces tous me m nous svp ce donc'),
    most: 4,
    last: words(
      'menvoyer envoyer mecrire ecrire contacter sms messages textos spam harceler mharceler mennuyer publicites pub',
    ),
  }),
  // "je ne veux plus de vos sms", "je ne souhaite pas être contacté"
  pattern({
    language: 'fr',
    first: words('veux souhaite desire voudrais voulons'),
    gap: words('plus pas aucun aucune de d vos ces tes recevoir etre genre ce jamais'),
    most: 6,
    last: words('messages sms textos publicites publicite pub pubs notifications contacte contactee'),
    needs: words('plus pas aucun aucune jamais'),
  }),
  // "ne m'écris plus"
  pattern({
    language: 'fr',
    first: words('ne'),
    gap: words('me plus pas svp'),
    most: 2,
    last: words('menvoyez menvoie mecrivez mecris contactez contacte textez texte mecrire menvoyer'),
    notBefore: words('pas que'),
  }),
];

const byFirst = new Map<string, Pattern[]>();
for (const each of PATTERNS)
  for (const word of each.first) byFirst.set(word, [...(byFirst.get(word) ?? []), each]);

/** The words of an opt-out that begins at `at`, null when there is none. */
export function patternAt(all: readonly string[], at: number): string[] | null {
  for (const each of byFirst.get(all[at] ?? '') ?? []) {
    const end = endOf(each, all, at);
    if (end > at) return all.slice(at, end + 1);
  }
  return null;
}

/** Whoever asks how to, or wants to, tells no story. */
const ASKS = ['how do i', 'how can i', 'how to', 'want to', 'like to', 'need to', 'wish to', 'way to'].map(
  (ask) => ask.split(' '),
);
const isAsked = (all: readonly string[], at: number) =>
  ASKS.some((ask) => ask.every((word, n) => all[at - ask.length + n] === word));

function endOf(each: Pattern, all: readonly string[], at: number): number {
  if (each.tellers.has(all[at - 1] ?? '') && !isAsked(all, at)) return -1;
  let needed = each.needs.size === 0;
  for (let end = at + 1; end < all.length && end <= at + 1 + each.most; end++) {
    const word = all[end] ?? '';
    if (needed && each.last.has(word) && !each.notBefore.has(all[end + 1] ?? '')) return end;
    if (each.needs.has(word)) needed = true;
    if (!each.gap.has(word) && !each.needs.has(word)) return -1;
  }
  return -1;
}

/** The language of an opt-out that {@link patternAt} found: of its first word. */
export const languageOfPattern = (first: string): WordLanguage => byFirst.get(first)?.[0]?.language ?? 'en';
