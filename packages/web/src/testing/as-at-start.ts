/** The files of a worker share their modules: each begins with what these keep as at the app's start. */
import { notificationsStore } from '@mantine/notifications';
import { cleanup } from '@testing-library/react';
import { beforeAll } from 'vitest';
import { showAccount } from '../data/ask.ts';
import { useConfirming } from '../data/confirm.ts';
import { useLiveState } from '../data/live.ts';
import { useSession } from '../data/session.ts';
import { dropUnsaved, useLeaving } from '../data/unsaved.ts';
import { useEditorUi } from '../flow/editor/ui-state.ts';
import { useTold } from '../kit/announce.ts';

beforeAll(() => {
  cleanup();
  dropUnsaved();
  for (const store of [useConfirming, useLeaving, useLiveState, useSession, useEditorUi, useTold])
    (store as typeof useTold).setState((store as typeof useTold).getInitialState(), true);
  notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] }));
  showAccount(null);
});
