import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { showFailure, showInfo } from '../data/toasts.ts';
import { refresh } from '../data/use-call.ts';
import { formatNumber } from '../kit/numbers.tsx';
import type { Whom } from './use-selection.ts';
import { wordings } from './wordings.ts';

/** What is done to many members at once. */
export type BulkChange =
  | { kind: 'copy' | 'move'; target: number }
  | { kind: 'remove' }
  | { kind: 'tag'; tag: string; value: string };

const CALLS = {
  copy: calls.members.copyMany,
  move: calls.members.moveMany,
  remove: calls.members.removeMany,
  tag: calls.members.tagMany,
};
const ENDINGS = {
  copy: wordings.useBulkChange.copiedOk,
  move: wordings.useBulkChange.movedFromThisListOk,
  remove: wordings.useBulkChange.deletedFromThisListOk,
  tag: wordings.useBulkChange.taggedOk,
};

type Progress = { done: number; total: number };

/** Does something to many members, a chunk a call, with its progress; `stop` ends it between two chunks. */
export function useBulkChange(list: number, onDone: (act: BulkChange) => void) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const stopped = useRef(false);

  const run = async (act: BulkChange, whom: Whom): Promise<void> => {
    stopped.current = false;
    let done = 0;
    setProgress({ done, total: whom.count });
    try {
      for await (const count of chunks(list, act, whom)) {
        done += count;
        setProgress({ done, total: whom.count });
        if (stopped.current) break;
      }
      showInfo(`${done === 1 ? '1 contact' : `${formatNumber(done)} contacts`} ${ENDINGS[act.kind]}`);
      onDone(act);
    } catch (error) {
      showFailure(CALLS[act.kind], error as AskError);
    } finally {
      setProgress(null);
      await refresh(client, calls.members.list, calls.lists.info, calls.lists.list, calls.tags.ofContact);
    }
  };
  return { run, progress, stop: () => (stopped.current = true) };
}

/** How many were dealt with, chunk by chunk. */
async function* chunks(list: number, act: BulkChange, { contacts, all }: Whom): AsyncGenerator<number> {
  if (!all) {
    for (let start = 0; start < contacts.length; start += PAGE_LIMITS.picker) {
      const part = contacts.slice(start, start + PAGE_LIMITS.picker);
      yield (await send(act, { list, contacts: part, all, after: 0 })).done;
    }
    return;
  }
  let after = 0;
  do {
    const { done, next } = await send(act, { list, contacts: [], all, after });
    after = next;
    yield done;
  } while (after > 0);
}

type WhomForm = { list: number; contacts: number[]; all: boolean; after: number };

function send(act: BulkChange, whom: WhomForm): Promise<{ done: number; next: number }> {
  switch (act.kind) {
    case 'copy':
      return ask(calls.members.copyMany, { ...whom, target: act.target });
    case 'move':
      return ask(calls.members.moveMany, { ...whom, target: act.target });
    case 'remove':
      return ask(calls.members.removeMany, whom);
    case 'tag':
      return ask(calls.members.tagMany, { ...whom, tag: act.tag, value: act.value });
  }
}
