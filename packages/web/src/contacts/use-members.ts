import { calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { showFailure } from '../data/toasts.ts';
import { useRows } from '../data/use-rows.ts';
import { phoneText } from '../kit/phone-text.ts';
import { useNameAction } from '../kit/use-name-action.ts';

export type Member = ReplyOf<typeof calls.members.list>['members'][number];

const rowsOf = (reply: ReplyOf<typeof calls.members.list>) => reply.members;
const idOf = (member: Member) => member.contact;

/** The members of a list, and the dialog that adds one. `total`: how many are on it. */
export function useMembers(list: number, search: string, total: number | undefined) {
  const rows = useRows(
    calls.members.list,
    { list, search, length: PAGE_LIMITS.pageSize },
    { rowsOf, total: search === '' ? total : undefined },
  );
  const [added, setAdded] = useState<Member[]>([]);
  const adding = useNameAction(calls.members.add, (phone) => ({ list, phone }), {
    invalidates: [calls.lists.info, calls.lists.list, calls.members.list],
    onSuccess: ({ contact, contactId, phone, typeId }) => {
      if (contact <= 0 || contactId <= 0) return;
      const member: Member = {
        contact,
        contactId,
        phone,
        list,
        type: typeId,
        typeId,
        optedOut: 0,
        displayName: '',
      };
      setAdded((before) => [...before.filter((one) => one.contact !== contact), member]);
    },
    notice: ({ phone }) => `${phoneText(phone)} added`,
  });

  // New members go to the end (specification, section 4), also while their page is far away.
  const loaded = new Set(rows.loaded.map(idOf));
  const tail = search === '' && !rows.isPending ? added.filter((one) => !loaded.has(one.contact)) : [];
  return {
    ...rows,
    count: rows.count + tail.length,
    rowAt: (index: number) => (index < rows.count ? rows.rowAt(index) : tail[index - rows.count]),
    loaded: [...rows.loaded, ...tail],
    /** Asks for those that are not loaded; a failure is told, and answers nobody. */
    contactsOf: (first: number, last: number): number[] | Promise<number[]> => {
      const known = span(first, last).map((index) => rows.rowAt(index)?.contact);
      if (known.every((contact) => contact !== undefined)) return known;
      return contactsBetween({ list, search }, first, last);
    },
    adding,
    forgetAll: () => setAdded([]),
    forget: (member: Member) => setAdded((before) => before.filter((one) => one.contact !== member.contact)),
  };
}

const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n);

async function contactsBetween(
  of: { list: number; search: string },
  first: number,
  last: number,
): Promise<number[]> {
  const found: number[] = [];
  try {
    for (let start = first; start <= last; start += PAGE_LIMITS.picker) {
      const length = Math.min(PAGE_LIMITS.picker, last - start + 1);
      const { members } = await ask(calls.members.list, { ...of, start, length }, {});
      found.push(...members.map(idOf));
    }
  } catch (error) {
    showFailure(calls.members.list, error as AskError);
    return [];
  }
  return found;
}
