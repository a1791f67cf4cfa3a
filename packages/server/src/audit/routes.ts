import { ACT_KINDS, type Act, type ActKind, AUDIT_ACTIONS, calls } from '@parley/contract';
import { csvFile } from '../platform/csv.ts';
import { type Download, routesOf } from '../platform/http/handler.ts';
import { allActs, listActs, type NotedAct } from './store.ts';

export const routes = routesOf(calls.audit, {
  async list({ db, accountId }, { before, group }) {
    const { acts, next } = await listActs(db, accountId, { before, group });
    return { next, acts: acts.map((each) => ({ ...each, at: each.at.toISOString() })) };
  },

  async exportAll({ db, accountId }): Promise<Download> {
    const header = ['When', 'Who', 'What', 'Thing', 'Number', 'Name', 'Details', 'From'];
    const lines = async function* () {
      for await (const batch of allActs(db, accountId)) yield batch.map(lineOf);
    };
    return {
      fileName: 'history.csv',
      contentType: 'text/csv; charset=utf-8',
      body: csvFile(header, lines()),
    };
  },
});

const lineOf = ({ at, actor, act, kind, thing, name, detail, address }: NotedAct) => [
  at.toISOString(),
  actor,
  AUDIT_ACTIONS[act as Act]?.words ?? act,
  ACT_KINDS[kind as ActKind] ?? kind,
  thing || '',
  name,
  detail,
  address,
];
