import { calls } from '@parley/contract';
import { useSession } from './session.ts';
import { useCall } from './use-call.ts';

const MINUTE_MS = 60_000;

/** Profile, settings and credits of the signed-in person; every screen shares one answer. */
export function useAccount() {
  const signedIn = useSession((session) => session.status === 'in');
  return useCall(calls.account.load, {}, { enabled: signedIn, staleTime: MINUTE_MS });
}

/** The account's time zone, in which all dates are shown; the browser's own until the account is known. */
export function useZone(): string {
  const { data } = useAccount();
  return data?.timeZone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}
