import { calls, type ReplyOf } from '@parley/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

export type Member = ReplyOf<typeof calls.members.list>['members'][number];
type MemberPages = InfiniteData<Member[], number>;

/**
 * Takes a number out of loaded pages. The next page is asked for by the count of loaded rows, and a last page that is not full ends
 * the list: so the gap moves to the first page that has rows. Null when that is the last page, whose rest must be asked for again.
 */
export function withoutMember(data: MemberPages, phone: string): MemberPages | null {
  const rows = data.pages.flat();
  const at = rows.findIndex((row) => row.phone === phone);
  if (at < 0) return data;
  const shrinking = data.pages.findIndex((page) => page.length > 0);
  if (shrinking === data.pages.length - 1) return null;
  rows.splice(at, 1);
  let start = 0;
  const pages = data.pages.map((page, index) => {
    const end = start + page.length - (index === shrinking ? 1 : 0);
    const part = rows.slice(start, end);
    start = end;
    return part;
  });
  return { ...data, pages };
}

/** Takes a number off the lists that are shown, without asking for hundreds of pages again. */
export async function dropMember(client: QueryClient, list: number, phone: string): Promise<void> {
  const shown = client.getQueriesData<MemberPages>({
    queryKey: [calls.members.list.path],
    predicate: ({ queryKey }) => queryKey[2] === 'pages' && (queryKey[1] as { list: number }).list === list,
  });
  await Promise.all(
    shown.map(async ([key, data]) => {
      if (!data) return;
      const next = withoutMember(data, phone);
      if (next) client.setQueryData(key, next);
      else await client.invalidateQueries({ queryKey: key });
    }),
  );
}
