import { type Operations, writeId } from '@parley/contract/api/index.ts';
import { invariant } from '../platform/errors.ts';
import { type OptOutRow, optOutsBehind, recordByHand } from '../suppression/index.ts';
import type { ApiHandlers } from './context.ts';
import { behindOf, pageFrom } from './cursor.ts';

type OptOutIds = Extract<keyof Operations, 'listOptOuts' | 'recordOptOut'>;

const showOptOut = ({ phone, contact, at, source, words, note }: OptOutRow) => ({
  phone,
  contact: contact === 0 ? null : writeId('contact', contact),
  opted_out_at: at.toISOString(),
  source,
  words,
  note,
});

/** The digits of a number are what a cursor names. */
const digitsOf = (phone: string) => Number(phone.slice(1));

export const optOutHandlers: ApiHandlers<OptOutIds> = {
  async listOptOuts({ db, accountId }, { query }) {
    const behind = behindOf(query);
    const page = { behind: behind === 0 ? '' : `+${behind}`, limit: query.limit + 1, phone: query.phone };
    const found = await optOutsBehind(db, accountId, page);
    return pageFrom(
      found.map((row) => ({ ...row, id: digitsOf(row.phone) })),
      query,
      showOptOut,
    );
  },

  async recordOptOut(context, { body }) {
    await recordByHand(context, body);
    const page = { behind: '', limit: 1, phone: body.phone };
    const [recorded] = await optOutsBehind(context.db, context.accountId, page);
    invariant(recorded, 'an opt-out that was recorded is there');
    return showOptOut(recorded);
  },
};
