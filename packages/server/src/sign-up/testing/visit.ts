/** A visitor of public pages: opens, reads the form, sends it. */
import type { SignUpPage } from '@parley/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';

export const GOOD_PAGE: SignUpPage = {
  headline: 'Offers by text',
  text: 'One text a week.',
  button: 'Join now',
  consent: 'I agree to get texts.',
  thanks: 'Reply YES to our text.',
  background: '#ffffff',
  ink: '#1b2430',
  accent: '#1c5d99',
  country: 'US',
  terms: '',
  privacy: '',
  sites: '',
  language: 'en',
};

export type Visit = { status: number; text: string; headers: Record<string, unknown> };
export type Browser = {
  get: (path: string, headers?: Record<string, string>) => Promise<Visit>;
  post: (
    path: string,
    fields: Record<string, string> | string,
    headers?: Record<string, string>,
  ) => Promise<Visit>;
};

/** `from`: its network address. */
export function browserOf(app: FastifyInstance, from = '203.0.113.7'): Browser {
  const send = async (given: InjectOptions): Promise<Visit> => {
    const answer = await app.inject({ remoteAddress: from, ...given });
    const { date: _, ...headers } = answer.headers;
    return { status: answer.statusCode, text: answer.body, headers };
  };
  return {
    get: (url, headers = {}) => send({ method: 'GET', url, headers }),
    post: (url, fields, headers = {}) =>
      send({
        method: 'POST',
        url,
        payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
  };
}

/** The page with the fields that its form holds already. */
export async function openPage(
  browser: Browser,
  path: string,
): Promise<Visit & { fields: Record<string, string> }> {
  const visit = await browser.get(path);
  return { ...visit, fields: fieldsIn(visit.text) };
}

/** What the form of a page holds before anybody types. */
export const fieldsIn = (html: string): Record<string, string> => ({
  form: /name="form" value="([^"]*)"/.exec(html)?.[1] ?? '',
  country: /<option value="(\w\w)" selected/.exec(html)?.[1] ?? '',
});
