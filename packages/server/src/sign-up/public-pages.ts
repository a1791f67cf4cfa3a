/** Everything under /p/: pages that anybody may open, without a script, a cookie or a session. */

import { SIGN_UP_LIMITS } from '@parley/rules/limits.ts';
import { isCountry } from '@parley/rules/listed-phone.ts';
import { toE164 } from '@parley/rules/phone.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../platform/http/network-of.ts';
import type { Services } from '../platform/services.ts';
import { throttle } from '../platform/throttle.ts';
import { type FormToken, newFormToken, readFormToken } from './form-token.ts';
import { pageWords } from './page-words.ts';
import { fieldsOf, send, sendNotice, takeForms } from './public-reply.ts';
import {
  DOCUMENTS,
  type FilledForm,
  renderDocument,
  renderForm,
  renderNotice,
  renderThanks,
} from './render-page.ts';
import { shownWords } from './shown-words.ts';
import { findPublicPage, type PublicPage } from './store.ts';
import { takeSignUp } from './take-sign-up.ts';

const CODE = /^[a-z0-9]{12}$/;

export function servePublicPages(app: FastifyInstance, services: Services): void {
  takeForms(app);
  app.get('/p/:code', async (request, reply) => {
    const page = await open(services, request, reply);
    if (!page) return reply;
    return sendForm(services, reply, page, {
      phone: '',
      country: page.page.country,
      agreed: false,
      problem: '',
    });
  });
  app.get('/p/:code/thanks', async (request, reply) => {
    const page = await open(services, request, reply);
    return page ? send(reply, renderThanks(page)) : reply;
  });
  for (const kind of DOCUMENTS)
    app.get(`/p/:code/${kind}`, async (request, reply) => {
      const page = await open(services, request, reply);
      if (!page) return reply;
      const { language } = page.page;
      if (page.page[kind] === '')
        return send(reply.status(404), renderNotice(pageWords[language].gone, language));
      return send(reply, renderDocument(page, kind));
    });
  app.post('/p/:code', { bodyLimit: SIGN_UP_LIMITS.form }, async (request, reply) => {
    const key = `sign-up from ${networkOf(request.ip)}`;
    const limit = SIGN_UP_LIMITS.fromAddressAnHour;
    await throttle(services.db, services.clock.now(), { key, limit, windowSeconds: 3_600 });
    const page = await open(services, request, reply);
    return page ? answerForm(services, request, reply, page) : reply;
  });
  app.all('/p/*', async (request, reply) => sendNotice(request, reply.status(404), 'gone'));
}

/** The page of the address; undefined: it was said that there is none, or that it is off. */
async function open(
  { db }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicPage | undefined> {
  const { code } = request.params as { code: string };
  const page = CODE.test(code) ? await findPublicPage(db, code) : undefined;
  if (page?.isOn) return page;
  if (page) send(reply.status(410), renderNotice(pageWords[page.page.language].off, page.page.language));
  else sendNotice(request, reply.status(404), 'gone');
  return undefined;
}

async function answerForm(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PublicPage,
): Promise<FastifyReply> {
  const given = fieldsOf(request.body);
  const country = isCountry(given('country')) ? given('country') : page.page.country;
  const filled = { phone: given('phone').slice(0, 40), country, agreed: false };
  const token = readFormToken(services.secrets, page.code, given('form'), services.clock.now());
  // A form on another site has no token of ours: the words and the box stand here.
  if (token.is === 'none') return sendForm(services, reply, page, { ...filled, problem: '' });
  const phone = isCountry(country) ? toE164(filled.phone, country) : null;
  const problem = problemOf(token, phone, given('agree'));
  if (token.is !== 'good' || phone === null || problem !== '') {
    const agreed = problem === 'number' && given('agree') === 'yes' && isShownStill(token, page);
    return sendForm(services, reply.status(422), page, { ...filled, agreed, problem });
  }
  const thanks = `/p/${page.code}/thanks`;
  // No person sees that field: what fills it in believes that all is well.
  if (given('website') !== '') return reply.redirect(thanks, 303);
  const { nonce, words } = token;
  const taken = await takeSignUp(services, page, {
    phone,
    nonce,
    words,
    url: `${services.config.publicUrl ?? `${request.protocol}://${request.host}`}/p/${page.code}`,
    address: request.ip,
  });
  if (taken === 'taken') return reply.redirect(thanks, 303);
  return sendForm(services, reply.status(422), page, { ...filled, problem: 'used' });
}

function problemOf(token: FormToken, phone: string | null, agree: string): FilledForm['problem'] {
  if (token.is !== 'good' && token.is !== 'none') return token.is;
  if (phone === null) return 'number';
  return agree === 'yes' ? '' : 'consent';
}

/**
 * Whoever agreed in this very form and mistyped the number has given their consent, and need not give it
 * twice (WCAG 2.2, 3.3.7). Words that have changed since nobody has agreed to, and another number is another
 * consent: there the box comes back empty, as it is on a page that was just opened.
 */
const isShownStill = (token: FormToken, { page }: PublicPage): boolean =>
  token.is === 'good' && token.words === shownWords(page).hash.toString('hex');

function sendForm(
  { secrets, clock }: Services,
  reply: FastifyReply,
  page: PublicPage,
  filled: Omit<FilledForm, 'token'>,
): FastifyReply {
  const { hash } = shownWords(page.page);
  const token = newFormToken(secrets, page.code, hash, clock.now());
  return send(reply, renderForm(page, { ...filled, token }));
}
