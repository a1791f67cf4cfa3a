import { call, rows, wire } from './kernel/call.ts';
import { int, orElse, text } from './kernel/codec.ts';

const start = wire('iDisplayStart', orElse(int(0, 1_000_000_000), 0));

/** The account's ledger of credits. */
export const credits = {
  ledger: call(
    'account/loadLedger',
    { start },
    {
      balance: wire('BALANCE', int()),
      reserved: wire('RESERVED', int()),
      spent: wire('SPENT', int()),
      granted: wire('GRANTED', int()),
      entries: wire(
        'ENTRIES',
        rows({
          id: wire('ID', int()),
          at: wire('AT', text(40)),
          kind: wire('KIND', text(20)),
          credits: wire('CREDITS', int()),
          messages: wire('MESSAGES', int()),
          blast: wire('BLASTID', int()),
          campaign: wire('BATCHID', int()),
          name: wire('NAME', text(255)),
          note: wire('NOTE', text(1000)),
          balanceAfter: wire('BALANCEAFTER', int()),
        }),
      ),
    },
    { about: 'The credits ledger, newest first, with the balance after each entry.' },
  ),
  exportLedger: call(
    'account/exportLedger',
    {},
    {},
    { method: 'GET', shape: 'file', about: 'The whole credits ledger as CSV, oldest first.' },
  ),
};
