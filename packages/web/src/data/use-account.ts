import { calls } from '@parley/contract';
import { dayOf } from '@parley/rules/time-zone.ts';
import { useEffect } from 'react';
import { showAccount, shownAccount } from './ask.ts';
import { useSession } from './session.ts';
import { useCall } from './use-call.ts';

const MINUTE_MS = 60_000;

/** Profile, settings and credits of the signed-in person; every screen shares one answer. */
export function useAccount() {
  const signedIn = useSession((session) => session.status === 'in');
  const account = useCall(calls.account.load, {}, { enabled: signedIn, staleTime: MINUTE_MS });
  const id = account.data?.id;
  useEffect(() => {
    if (id !== undefined && shownAccount() === null) showAccount(id);
  }, [id]);
  return account;
}

/** The account's time zone, in which all dates are shown; the browser's own until the account is known. */
export function useZone(): string {
  const { data } = useAccount();
  return data?.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day (YYYY-MM-DD) that it is in the account's zone. */
export const useToday = (): string => dayOf(new Date().toISOString(), useZone());
