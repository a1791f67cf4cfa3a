import type { calls } from '@parley/contract';
import { keptTalk, parseTalk } from '@parley/engine';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { TALK_LIMITS } from '@parley/rules/talk-limits.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import type { Context, Handlers } from '../platform/http/handler.ts';
import { findPeople, readHours, readPerson } from './people.ts';
import { changeTalk, countLocked, deleteTalk, insertTalk, type KeptTalk, listTalks } from './store.ts';

export const handlers: Handlers<typeof calls.talks> = {
  async list({ db, accountId }, { campaign }) {
    const talks = await listTalks(db, accountId, campaign);
    if (!talks) throw new NotFound();
    return { talks };
  },

  async add({ db, accountId, clock }, { campaign, name, text }) {
    const id = await transact(db, async (trx) => {
      const count = await countLocked(trx, accountId, campaign);
      if (count === undefined) throw new NotFound();
      if (count >= TALK_LIMITS.talks)
        throw new Refusal(`A campaign keeps ${TALK_LIMITS.talks} tests at most. Delete one first.`);
      const talk = { campaignId: campaign, name, text: readable(text, name) };
      return insertTalk(trx, accountId, talk, clock.now());
    });
    return { id };
  },

  async rename(context, { talk, name }) {
    await change(context, talk, ({ text }) => ({ name, text: readable(text, name) }));
    return {};
  },

  async replace(context, { talk, text }) {
    await change(context, talk, ({ name }) => ({ name, text: readable(text, name) }));
    return {};
  },

  async remove({ db, accountId }, { talk }) {
    if (!(await deleteTalk(db, accountId, talk))) throw new NotFound();
    return {};
  },

  async people({ db, accountId }, { search }) {
    return { people: await findPeople(db, accountId, search) };
  },

  async person({ db, accountId, clock }, { contact }) {
    const person = await readPerson(db, accountId, contact, clock.now());
    if (!person) throw new NotFound();
    return person;
  },

  hours: ({ db, accountId }) => readHours(db, accountId),
};

/** @throws NotFound for an unknown or foreign talk, Refusal for one that cannot be kept. */
async function change(
  { db, accountId }: Context,
  talk: number,
  to: (talk: KeptTalk) => Omit<KeptTalk, 'id'>,
): Promise<void> {
  if (!(await transact(db, (trx) => changeTalk(trx, accountId, talk, to)))) throw new NotFound();
}

/** A talk as it is kept. @throws Refusal for one that cannot be read or is too long. */
function readable(text: string, name: string): string {
  const kept = tryReading(text, name);
  const { lines } = parseTalk(kept);
  if (lines.some((line) => line.do === 'say' && line.text.length > TEXT_LIMITS.message))
    throw new Refusal(`Nobody texts more than ${TEXT_LIMITS.message} characters at once.`, 'inpTalk');
  if (kept.length > TALK_LIMITS.text || lines.length > TALK_LIMITS.lines)
    throw new Refusal(
      `This conversation is too long for a test: ${TALK_LIMITS.lines} lines at most.`,
      'inpTalk',
    );
  return kept;
}

function tryReading(text: string, name: string): string {
  try {
    return keptTalk(text, name);
  } catch (error) {
    const why = error instanceof Error && error.message.startsWith('Line ') ? ` ${error.message}.` : '';
    throw new Refusal(`This can’t be read as a talk.${why}`, 'inpTalk');
  }
}
