import { calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { usePages } from '../data/use-call.ts';
import { phoneText } from '../kit/phone-text.ts';
import { useNameAction } from '../kit/use-name-action.ts';
import type { Member } from './member-pages.ts';

const rowsOf = (reply: ReplyOf<typeof calls.members.list>) => reply.members;
const idOf = (member: Member) => member.contact;

/** The loaded members of a list, and the dialog that adds one. */
export function useMembers(list: number, search: string) {
  const pages = usePages(
    calls.members.list,
    { list, search, length: PAGE_LIMITS.pageSize },
    { rowsOf, idOf },
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
        knownAs: '',
      };
      setAdded((before) => [...before.filter((one) => one.contact !== contact), member]);
    },
    notice: ({ phone }) => `${phoneText(phone)} added`,
  });

  // New members go to the end of what is loaded (specification, section 4), also while their page is far away.
  const loaded = new Set(pages.items.map(idOf));
  const isWhole = search === '' && !pages.isPending;
  return {
    pages,
    items: isWhole ? [...pages.items, ...added.filter((one) => !loaded.has(one.contact))] : pages.items,
    adding,
    forgetAll: () => setAdded([]),
    forget: (member: Member) => setAdded((before) => before.filter((one) => one.contact !== member.contact)),
  };
}
