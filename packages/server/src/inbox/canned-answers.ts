/** Canned answers: texts that the team keeps ready, with all SQL that reads and writes them. */

import { calls } from '@parley/contract';
import { isBlank } from '@parley/rules/blank.ts';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { changed, type Db, first, isUniqueViolation, rows, sql } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { routesOf } from '../platform/http/handler.ts';
import { nameKey } from '../platform/names.ts';

type Answer = { id: number; name: string; text: string };

export const answerRoutes = routesOf(calls.answers, {
  async list({ db, accountId }) {
    return { answers: await listAnswers(db, accountId) };
  },

  async add({ db, accountId }, { name, text }) {
    requireText(text);
    const id = await nameRefused(name, () => insertAnswer(db, accountId, name, text));
    if (id === undefined)
      throw new Refusal(`There are ${COUNT_LIMITS.answers} canned answers. Please delete one first.`);
    return { id };
  },

  async save({ db, accountId }, { answer, name, text }) {
    if (text !== undefined) requireText(text);
    const stored = await nameRefused(name, () => updateAnswer(db, accountId, answer, { name, text }));
    if (stored === 0) throw new NotFound();
    return {};
  },

  async remove({ db, accountId }, { answer }) {
    if ((await deleteAnswer(db, accountId, answer)) === 0) throw new NotFound();
    return {};
  },
});

function requireText(text: string): void {
  if (isBlank(text)) throw new Refusal('Write the text of the answer.', 'inpText');
}

async function nameRefused<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'canned_responses_account_id_name_key_key'))
      throw new Refusal(`You already have an answer named “${name}”.`, 'AnswerName');
    throw error;
  }
}

function listAnswers(db: Db, accountId: number): Promise<Answer[]> {
  return rows(
    db,
    sql<Answer>`
      select id, name, body as text from canned_responses where account_id = ${accountId} order by name_key, id`,
  );
}

/** Undefined: the account has as many as it may. */
async function insertAnswer(
  db: Db,
  accountId: number,
  name: string,
  text: string,
): Promise<number | undefined> {
  const row = await first(
    db,
    sql<{ id: number }>`
      insert into canned_responses (account_id, name, name_key, body)
      select ${accountId}, ${name}, ${nameKey(name)}, ${text}
      where (select count(*) from canned_responses c where c.account_id = ${accountId}) < ${COUNT_LIMITS.answers}
      returning id`,
  );
  return row?.id;
}

/** What is undefined stays as it is. */
function updateAnswer(
  db: Db,
  accountId: number,
  id: number,
  { name, text }: { name: string | undefined; text: string | undefined },
): Promise<number> {
  return changed(
    db,
    sql`
      update canned_responses set name = coalesce(${name ?? null}, name),
        name_key = coalesce(${name === undefined ? null : nameKey(name)}, name_key), body = coalesce(${text ?? null}, body)
      where account_id = ${accountId} and id = ${id}`,
  );
}

function deleteAnswer(db: Db, accountId: number, id: number): Promise<number> {
  return changed(db, sql`delete from canned_responses where account_id = ${accountId} and id = ${id}`);
}
