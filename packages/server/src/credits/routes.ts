import { calls } from '@parley/contract';
import { storeLowBalance } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { transact } from '../platform/db/database.ts';
import { routesOf } from '../platform/http/handler.ts';
import { readAlert } from './credit-alert.ts';
import { fileLedger, readLedger } from './ledger.ts';

const { creditAlert, saveCreditAlert } = calls.account;
const { ledger, exportLedger } = calls.delivery;

const alertRoutes = routesOf(
  { creditAlert, saveCreditAlert },
  {
    async creditAlert({ db, accountId }) {
      return { below: await readAlert(db, accountId) };
    },

    async saveCreditAlert(context, { below }) {
      const { db, accountId } = context;
      await transact(db, async (trx) => {
        await storeLowBalance(trx, accountId, below);
        await recordAuditEvent(trx, context, { act: 'account-saved', detail: `credit alert below ${below}` });
      });
      context.live.publish(accountId, { type: 'settings', channelId: 0 });
      return {};
    },
  },
);

const ledgerRoutes = routesOf(
  { ledger, exportLedger },
  {
    async ledger({ db, accountId }, { start }) {
      const { entries, ...sums } = await readLedger(db, accountId, start);
      return { ...sums, entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) };
    },

    async exportLedger({ db, accountId }) {
      return fileLedger(db, accountId);
    },
  },
);

export const routes = [...alertRoutes, ...ledgerRoutes];
