/**
 * Where {%link:preferences%} leads: opening it changes nothing, since phones open links for a preview; only
 * the form of the page does.
 */
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readPreferenceCode } from '../links/index.ts';
import { networkOf } from '../platform/http/network-of.ts';
import type { Services } from '../platform/services.ts';
import { throttle } from '../platform/throttle.ts';
import {
  fieldsOf,
  newFormToken,
  readFormToken,
  renderNotice,
  send,
  sendNotice,
  takeForms,
} from '../sign-up/index.ts';
import { preferenceWords } from './preference-words.ts';
import { listField, preferencesShown, renderPreferences, type Said } from './render-preferences.ts';
import { findPerson, findPreferences, type Person, type StoredPreferences } from './store.ts';
import { type Choice, takeChoice } from './take-choice.ts';

const HOUR_SECONDS = 3_600;
const ACTS = ['lists', 'pause', 'resume', 'stop'] as const;

type Opened = {
  code: string;
  accountId: number;
  contactId: number;
  preferences: StoredPreferences;
  person: Person;
  /**
   * It came to a test phone, which anybody of the account may give this person's number: where there are
   * people beside test phones, it changes nothing.
   */
  isPreview: boolean;
};

export function servePreferences(app: FastifyInstance, services: Services): void {
  takeForms(app);
  const path = `${PREFERENCE_LIMITS.path}:code`;
  app.get(path, async (request, reply) => {
    const opened = await open(services, request, reply);
    if (!opened) return reply;
    return sendPage(
      services,
      reply,
      opened,
      doneOf((request.query as { done?: unknown }).done, opened.person),
    );
  });
  app.post(path, { bodyLimit: PREFERENCE_LIMITS.form }, async (request, reply) => {
    const now = services.clock.now();
    const whose = readPreferenceCode(services.secrets, codeOf(request), now);
    // What nobody signed costs nothing, and names nobody to be counted for.
    if (whose) await countForm(services, request.ip, whose);
    const opened = await open(services, request, reply);
    return opened ? answerForm(services, request, reply, opened) : reply;
  });
}

const codeOf = (request: FastifyRequest) => (request.params as { code: string }).code;

async function countForm(
  { db, clock }: Services,
  ip: string,
  { accountId, contactId }: { accountId: number; contactId: number },
): Promise<void> {
  const windowSeconds = HOUR_SECONDS;
  const { fromAddressAnHour, ofContactAnHour } = PREFERENCE_LIMITS;
  const own = { key: `preferences of ${accountId}/${contactId}`, limit: ofContactAnHour, windowSeconds };
  await throttle(db, clock.now(), own);
  await throttle(db, clock.now(), {
    key: `preferences from ${networkOf(ip)}`,
    limit: fromAddressAnHour,
    windowSeconds,
  });
}

/** Undefined: it was said why there is nothing to choose. */
async function open(
  { db, secrets, clock }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Opened | undefined> {
  const code = codeOf(request);
  const now = clock.now();
  const whose = readPreferenceCode(secrets, code, now);
  if (!whose) {
    sendNotice(request, reply.status(404), 'gone');
    return undefined;
  }
  const { accountId, contactId, isSimulated, isLate } = whose;
  const [preferences, person] = await Promise.all([
    findPreferences(db, accountId),
    findPerson(db, accountId, contactId, { now }),
  ]);
  const isPreview = isSimulated && preferences.hasCarrier;
  if (person && !isLate) return { code, accountId, contactId, preferences, person, isPreview };
  const { language } = preferences.page;
  const words = preferenceWords[language];
  send(reply.status(410), renderNotice(person ? words.old : words.nobody, language));
  return undefined;
}

async function answerForm(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  opened: Opened,
): Promise<FastifyReply> {
  const { code, accountId, contactId, preferences } = opened;
  if (opened.isPreview) return sendPage(services, reply.status(422), opened, null);
  const given = fieldsOf(request.body);
  const token = readFormToken(services.secrets, tokenScope(code), given('form'), services.clock.now(), 0);
  const act = ACTS.find((each) => each === given('act'));
  if (token.is !== 'good' || act === undefined) {
    const why = token.is === 'late' ? 'late' : 'forged';
    return sendPage(services, reply.status(422), opened, { is: 'problem', why });
  }
  const wanted = preferences.lists.filter(({ list }) => given(listField(list)) === 'on');
  const base = services.config.publicUrl ?? `${request.protocol}://${request.host}`;
  const choice: Choice = {
    accountId,
    contactId,
    act,
    wanted: new Set(wanted.map(({ list }) => list)),
    offered: given('lists'),
    nonce: token.nonce,
    words: token.words,
    url: `${base}${PREFERENCE_LIMITS.path}`,
    address: request.ip,
  };
  if ((await takeChoice(services, choice)) === 'changed')
    return sendPage(services, reply.status(422), opened, { is: 'problem', why: 'changed' });
  // Also for who has opted out or is gone meanwhile: the page says how they are.
  return reply.redirect(`${PREFERENCE_LIMITS.path}${code}?done=${act}`, 303);
}

/** What the address says was done, when the person is as it would be then. */
function doneOf(done: unknown, { optedOut, pausedUntil }: Person): Said {
  if (optedOut) return null;
  if (done === 'lists') return { is: 'done', act: done };
  if (done === 'pause' && pausedUntil !== null) return { is: 'done', act: done };
  return done === 'resume' && pausedUntil === null ? { is: 'done', act: done } : null;
}

const tokenScope = (code: string) => `preferences ${code}`;

function sendPage(
  { secrets, clock }: Services,
  reply: FastifyReply,
  opened: Opened,
  said: Said,
): FastifyReply {
  const { code, preferences, person, isPreview } = opened;
  const { hash } = preferencesShown(preferences);
  const token = newFormToken(secrets, tokenScope(code), hash, clock.now());
  reply.header('x-robots-tag', 'noindex, nofollow');
  return send(
    reply,
    renderPreferences(preferences, { code, token, person, said: isPreview ? { is: 'preview' } : said }),
  );
}
