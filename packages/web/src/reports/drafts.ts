/** Layouts that are not saved yet. They survive reloads and closed tabs, each person's apart. */
import type { ReportLayout } from '@parley/contract';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { throttledStorage } from '../data/persist.ts';
import { useSession } from '../data/session.ts';

type Drafts = { layouts: Record<string, ReportLayout> };

const useDrafts = create<Drafts>()(
  persist(() => ({ layouts: {} }) as Drafts, {
    name: 'parley-reports',
    version: 1,
    storage: createJSONStorage(() => throttledStorage(localStorage)),
  }),
);

/** `report`: its id, or 0 for the builder's. */
export function useDraft(report: number): {
  draft: ReportLayout | undefined;
  setDraft: (layout: ReportLayout) => void;
  dropDraft: () => void;
} {
  const user = useSession((session) => session.user);
  const key = `${user}:${report}`;
  const draft = useDrafts((state) => state.layouts[key]);
  return {
    draft,
    setDraft: (layout) => useDrafts.setState((state) => ({ layouts: { ...state.layouts, [key]: layout } })),
    dropDraft: () =>
      useDrafts.setState((state) => ({
        layouts: Object.fromEntries(Object.entries(state.layouts).filter(([each]) => each !== key)),
      })),
  };
}
