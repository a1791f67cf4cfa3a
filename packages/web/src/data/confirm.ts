/** Calls that need more than a session: the person confirms that it is them, and the call is sent again. */
import { type Call, calls } from '@parley/contract';
import { create } from 'zustand';
import { AskError, ask } from './ask.ts';

/** The dialog that is open, and who waits for its end; null: none. */
export const useConfirming = create<{ end: ((confirmed: boolean) => void) | null }>(() => ({ end: null }));

let open: Promise<boolean> | null = null;

/** Opens the dialog, one for all that wait. Answers whether the person has confirmed. */
function confirmed(): Promise<boolean> {
  open ??= new Promise<boolean>((resolve) => useConfirming.setState({ end: resolve })).finally(() => {
    open = null;
    useConfirming.setState({ end: null });
  });
  return open;
}

/**
 * Does what a call needs; where the server wants to know first who asks, once more after the person has said
 * so.
 */
export async function confirming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AskError) || error.kind !== 'unconfirmed') throw error;
    if (!(await confirmed())) throw error;
    return work();
  }
}

const guarded = new Set(
  Object.values(calls).flatMap((group) =>
    Object.values(group as unknown as Record<string, Call>)
      .filter((call) => call.confirmed)
      .map((call) => call.path),
  ),
);

/** Whether a link leads to a call that needs it. */
const isGuarded = (href: string): boolean =>
  [...guarded].some((path) => href.split('?', 1)[0]?.endsWith(`/${path}`));

/**
 * Asks before something that has no refusal to tell of, such as a secret that is shown. Answers whether it
 * may be.
 */
export async function mayGoOn(): Promise<boolean> {
  const { isConfirmed } = await ask(calls.access.confirmation, {});
  return isConfirmed || confirmed();
}

/**
 * As {@link mayGoOn} for a link to a file. Whose session is over, or works in another account by now, comes
 * back first, as with any call.
 */
export async function mayFollow(href: string): Promise<boolean> {
  if (isGuarded(href)) return mayGoOn();
  await ask(calls.access.confirmation, {});
  return true;
}
