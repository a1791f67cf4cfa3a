import { calls } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { countryFrom, countryOfAccount } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { csvFile } from '../platform/csv.ts';
import { transact } from '../platform/db/database.ts';
import { Malformed, NotFound } from '../platform/errors.ts';
import { type Download, routesOf } from '../platform/http/handler.ts';
import { muteEnd, unmute } from '../policy/index.ts';
import { recordByHand } from './opt-out-numbers.ts';
import { decideReview } from './opt-out-review.ts';
import { allOptOuts, isPair, listMuted, listOptOuts, listReview } from './suppression-lists.ts';
import { suppressNumbers, suppressStopped } from './upload-numbers.ts';

const withTime = <T extends { at: Date }>(row: T) => ({ ...row, at: row.at.toISOString() });

export const routes = routesOf(calls.optouts, {
  async list({ db, accountId }, page) {
    const { optOuts, total } = await listOptOuts(db, accountId, page);
    return {
      total,
      optOuts: optOuts.map((row) => ({ ...withTime(row), askedAt: row.askedAt?.toISOString() ?? '' })),
    };
  },

  async record(context, { phone, source, note }) {
    const number = toE164(phone);
    if (!number) throw new Malformed('inpContactString', 'inpContactString must be a phone number.');
    await recordByHand(context, { phone: number, source, note });
    return {};
  },

  async upload(context, { isLog, country: chosen }) {
    if (!context.file) throw new Malformed('file', 'Choose a CSV file.');
    const country = countryFrom(chosen, await countryOfAccount(context.db, context.accountId));
    return isLog
      ? suppressStopped(context, context.file, country)
      : suppressNumbers(context, context.file, country);
  },

  async exportAll(context): Promise<Download> {
    const { db, accountId } = context;
    await recordAuditEvent(db, context, { act: 'opt-outs-exported' });
    const header = [
      'Phone',
      'Opted out at',
      'Source',
      'Words',
      'Channel',
      'Note',
      'Recorded by',
      'Holds for',
      'Texted since',
      'Texted since at',
      'Texted since to campaign',
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
          row.askedWords,
          row.askedAt?.toISOString() ?? '',
          row.askedCampaignName,
        ]);
    };
    return {
      fileName: 'opt-outs.csv',
      contentType: 'text/csv; charset=utf-8',
      body: csvFile(header, lines()),
    };
  },

  async doubtful({ db, accountId }, { start, length }) {
    const { texts, total } = await listReview(db, accountId, start, length);
    return { total, texts: texts.map(withTime) };
  },

  async decide(context, { id, decision }) {
    const { db, accountId, caller, clock } = context;
    await transact(db, async (trx) => {
      const decided = { decision, userId: caller.userId };
      if (!(await decideReview(trx, accountId, id, decided, clock.now()))) throw new NotFound();
      await recordAuditEvent(trx, context, { act: 'doubt-decided', detail: decision });
    });
    return {};
  },

  async muted({ db, accountId, clock }, { start, length }) {
    const { muted, total } = await listMuted(db, accountId, start, length, clock.now());
    return {
      total,
      muted: muted.map((row) => ({ ...withTime(row), until: muteEnd(row.at).toISOString() })),
    };
  },

  async unmute(context, { contact, channel }) {
    const { db, accountId } = context;
    if (!(await isPair(db, accountId, contact, channel))) throw new NotFound();
    await transact(db, async (trx) => {
      if (!(await unmute(trx, accountId, contact, channel, context.clock.now()))) throw new NotFound();
      await recordAuditEvent(trx, context, { act: 'unmuted', kind: 'contact', id: contact });
    });
    return {};
  },
});
