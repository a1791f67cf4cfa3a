/** What others did to the flow that is open here, seen by reading it again. */
import { sameContent } from '../model/copy.ts';
import type { Entry } from './entry.ts';

/** What is told of an edit that was made elsewhere; `step`: its id, 0 for several. */
export type EditNews = { user: number; step: number };

/** `user` 0: it was not told who did it. `position`: where the step stands, or stood. */
export type OthersChange = {
  kind: 'changed' | 'added' | 'moved' | 'deleted';
  key: string;
  /** The id. */
  step: number;
  position: number;
  user: number;
};

/** How the stored steps differ from what was shown before they were read, and by whom that was done. */
export function othersChanges(
  before: readonly Entry[],
  after: readonly Entry[],
  news: readonly EditNews[],
): OthersChange[] {
  const now = stored(after);
  const then = stored(before);
  const isMoved = moved(then, now, news);
  const kindOf = (entry: Entry): OthersChange['kind'] | null => {
    const known = then.get(entry.step.id);
    if (!known) return 'added';
    if (!sameContent(known.step, entry.step)) return 'changed';
    return isMoved(entry) ? 'moved' : null;
  };
  const userOf = (id: number) =>
    news.findLast(({ step }) => step === id)?.user ?? news.findLast(({ step }) => step === 0)?.user ?? 0;
  const change = (kind: OthersChange['kind'], { key, step }: Entry): OthersChange => ({
    kind,
    key,
    step: step.id,
    position: step.position,
    user: userOf(step.id),
  });
  const deleted = [...then.values()].filter(({ step }) => !now.has(step.id));
  return [...now.values()]
    .flatMap((entry) => {
      const kind = kindOf(entry);
      return kind ? [change(kind, entry)] : [];
    })
    .concat(deleted.map((entry) => change('deleted', entry)));
}

type ById = ReadonlyMap<number, Entry>;

const stored = (entries: readonly Entry[]): ById =>
  new Map(entries.filter(({ step }) => step.id > 0).map((entry) => [entry.step.id, entry]));

/** Which steps moved only who moved them knows: every order can be come by in several ways. */
function moved(then: ById, now: ById, news: readonly EditNews[]): (entry: Entry) => boolean {
  const before = [...then.keys()].filter((id) => now.has(id));
  const after = [...now.keys()].filter((id) => then.has(id));
  if (before.every((id, index) => id === after[index])) return () => false;
  return ({ step }) => news.some((each) => each.step === step.id);
}
