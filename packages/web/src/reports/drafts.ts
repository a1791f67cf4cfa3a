/** Layouts that are not saved yet. They survive reloads and closed tabs, each person's apart. */
import type { ReportLayout } from '@parley/contract';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { throttledStorage } from '../data/persist.ts';
import { useSession } from '../data/session.ts';

/** `versions`: which version of the report each was made from. */
type Drafts = { layouts: Record<string, ReportLayout>; versions?: Record<string, number> };

const useDrafts = create<Drafts>()(
  persist(() => ({ layouts: {} }) as Drafts, {
    name: 'parley-reports',
    version: 1,
    storage: createJSONStorage(() => throttledStorage(localStorage)),
  }),
);

/** `report`: its id, or 0 for the builder's. */
export function useReportDraft(report: number): {
  draft: ReportLayout | undefined;
  /** The version of the report that it was made from; 0: not known. */
  version: number;
  setDraft: (layout: ReportLayout, version: number) => void;
  dropDraft: () => void;
} {
  const user = useSession((session) => session.user);
  const key = `${user}:${report}`;
  const draft = useDrafts((state) => state.layouts[key]);
  const version = useDrafts((state) => state.versions?.[key] ?? 0);
  return {
    draft,
    version,
    setDraft: (layout, version) =>
      useDrafts.setState((state) => ({
        layouts: { ...state.layouts, [key]: layout },
        versions: { ...state.versions, [key]: version },
      })),
    dropDraft: () =>
      useDrafts.setState((state) => ({
        layouts: Object.fromEntries(Object.entries(state.layouts).filter(([each]) => each !== key)),
      })),
  };
}
