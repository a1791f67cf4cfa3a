import { randomInt } from 'node:crypto';
import { calls, type SignUpPage, signUpDetail } from '@parley/contract';
import { contrastOf, SHAPE_CONTRAST, TEXT_CONTRAST } from '@parley/rules/contrast.ts';
import { isCountry } from '@parley/rules/listed-phone.ts';
import { addDays, dayOf, dayRange } from '@parley/rules/time-zone.ts';
import { countryOfAccount, zoneOf } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { findList, type List } from '../lists/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { Malformed, NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { firstPage, pageWords } from './page-words.ts';
import { renderForm, renderThanks } from './render-page.ts';
import { shownWords } from './shown-words.ts';
import * as store from './store.ts';

const DAYS = 30;
const CODE_LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 12;
const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

export const routes = routesOf(calls.signUpPages, {
  async info({ db, accountId, publicUrl }, { list }) {
    const { name } = await ownList(db, accountId, list);
    const stored = await store.findSignUpPage(db, accountId, list);
    const page =
      stored?.page ??
      firstPage(await store.accountNameOf(db, accountId), await countryOfAccount(db, accountId));
    return {
      ...page,
      listName: name,
      numberLabel: pageWords[page.language].number,
      version: stored?.version ?? 0,
      isOn: stored?.isOn ?? false,
      url: stored ? `${publicUrl}/p/${stored.code}` : '',
    };
  },

  async save(context, { list, version, ...page }) {
    const { db, accountId, clock } = context;
    const { name } = await ownList(db, accountId, list);
    checkPage(page);
    const now = clock.now();
    const saved = await transact(db, async (trx) => {
      const done =
        version === 0
          ? (await store.insertSignUpPage(trx, accountId, { listId: list, code: newCode(), page }, now)) && 1
          : await store.updateSignUpPage(trx, accountId, { listId: list, version, page }, now);
      if (!done) return undefined;
      await store.keepShownWords(trx, { accountId, listId: list, ...shownWords(page) }, now);
      await recordAuditEvent(trx, context, {
        act: 'changed',
        kind: 'list',
        id: list,
        detail: 'Sign-up page',
      });
      return done;
    });
    if (saved !== undefined) return { version: saved };
    throw new Refusal(
      `Somebody else saved the sign-up page of “${name}” meanwhile. Reload it, and make your changes again.`,
      'VERSION',
    );
  },

  async turn(context, { list, on }) {
    const { db, accountId } = context;
    await transact(db, async (trx) => {
      if (!(await store.turnSignUpPage(trx, accountId, list, on))) throw new NotFound();
      const act = on ? 'switched-on' : 'switched-off';
      await recordAuditEvent(trx, context, { act, kind: 'list', id: list, detail: 'Sign-up page' });
    });
    return {};
  },

  async preview({ db, accountId }, { list, view, ...page }) {
    checkCountry(page);
    await ownList(db, accountId, list);
    const shown = { account: await store.accountNameOf(db, accountId), code: '', page };
    const empty = { phone: '', country: page.country, token: '', agreed: false, problem: '' } as const;
    return { html: (view === 'thanks' ? renderThanks(shown) : renderForm(shown, empty)).html };
  },

  async figures({ db, accountId, clock }, { list }) {
    await ownList(db, accountId, list);
    const zone = await zoneOf(db, accountId);
    const first = addDays(dayOf(clock.now().toISOString(), zone), 1 - DAYS);
    const since = new Date(dayRange(first, first, zone).from);
    return store.signUpFigures(db, accountId, { listId: list, zone, since });
  },
});

/** @throws NotFound, or Refusal for a channel's audience, which nobody joins on the web. */
async function ownList(db: Db, accountId: number, id: number): Promise<List> {
  const found = await findList(db, accountId, id);
  if (!found) throw new NotFound();
  if (found.kind === 'audience')
    throw new Refusal(
      'People come into a channel’s audience by texting it. Make the sign-up page for a list.',
    );
  return found;
}

/** @throws Malformed */
function checkCountry({ country }: SignUpPage): void {
  if (!isCountry(country))
    throw new Malformed(signUpDetail('country'), 'inpCountry must be a country of two letters.');
}

/** @throws Malformed for an unknown country. @throws Refusal for colors that are hard to read, naming one. */
function checkPage(page: SignUpPage): void {
  checkCountry(page);
  checkColors(page);
}

/** @throws Refusal for colors that are hard to read, naming one. */
export function checkColors({
  background,
  ink,
  accent,
}: Pick<SignUpPage, 'background' | 'ink' | 'accent'>): void {
  const tooFaint = (what: string, ratio: number, least: number) =>
    `${what} is hard to see on this background: the contrast is ${Math.floor(ratio * 10) / 10}, and it takes ${least}.`;
  const text = contrastOf(ink, background);
  if (text < TEXT_CONTRAST) throw new Refusal(tooFaint('The text', text, TEXT_CONTRAST), signUpDetail('ink'));
  const shape = contrastOf(accent, background);
  if (shape < SHAPE_CONTRAST)
    throw new Refusal(tooFaint('The button', shape, SHAPE_CONTRAST), signUpDetail('accent'));
}
