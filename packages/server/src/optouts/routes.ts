import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { unmute } from '../gate/mutes.ts';
import { csvFile } from '../platform/csv.ts';
import { transact } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { type Download, routesOf } from '../platform/http/handler.ts';
import { decideDoubtful } from './doubtful.ts';
import { optOutNumbers } from './numbers.ts';
import { allOptOuts, isPair, listDoubtful, listMuted, listOptOuts } from './people.ts';
import { suppressNumbers } from './upload.ts';

const withTime = <T extends { at: Date }>(row: T) => ({ ...row, at: row.at.toISOString() });

export const routes = routesOf(calls.optouts, {
  async list({ db, accountId }, page) {
    const { optOuts, total } = await listOptOuts(db, accountId, page);
    return { total, optOuts: optOuts.map(withTime) };
  },

  async record({ db, accountId, caller, clock }, { phone, source, note }) {
    const number = toE164(phone);
    if (!number) throw new Malformed('inpContactString', 'inpContactString must be a phone number.');
    await transact(db, (trx) =>
      optOutNumbers(
        trx,
        accountId,
        [number],
        { source, words: '', note, userId: caller.userId },
        clock.now(),
      ),
    );
    return {};
  },

  async upload(context) {
    if (!context.file) throw new Malformed('file', 'Please choose a CSV file.');
    return suppressNumbers(context, context.file);
  },

  async exportAll({ db, accountId }): Promise<Download> {
    const header = [
      'Phone',
      'Opted out at',
      'Source',
      'Words',
      'Channel',
      'Note',
      'Recorded by',
      'Holds for',
    ];
    const lines = async function* () {
      for await (const batch of allOptOuts(db, accountId))
        yield batch.map((row) => [
          row.phone,
          row.at.toISOString(),
          row.source,
          row.words,
          row.channelName,
          row.note,
          row.by,
          row.scope,
        ]);
    };
    return {
      fileName: 'opt-outs.csv',
      contentType: 'text/csv; charset=utf-8',
      body: csvFile(header, lines()),
    };
  },

  async doubtful({ db, accountId }, { start, length }) {
    const { texts, total } = await listDoubtful(db, accountId, start, length);
    return { total, texts: texts.map(withTime) };
  },

  async decide({ db, accountId, caller, clock }, { id, decision }) {
    const found = await transact(db, (trx) =>
      decideDoubtful(trx, accountId, id, decision, caller.userId, clock.now()),
    );
    if (!found) throw new NotFound();
    return {};
  },

  async muted({ db, accountId }, { start, length }) {
    const { muted, total } = await listMuted(db, accountId, start, length);
    return { total, muted: muted.map(withTime) };
  },

  async unmute({ db, accountId }, { contact, channel }) {
    if (!(await isPair(db, accountId, contact, channel))) throw new NotFound();
    if (!(await unmute(db, accountId, contact, channel))) throw new NotFound();
    return {};
  },
});
