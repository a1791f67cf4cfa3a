import type { Call } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayGoOn } from './confirm.ts';
import { showFailure } from './toasts.ts';
import { refresh } from './use-call.ts';

/**
 * Fetches what a call tells only an owner who has confirmed that it is they: the server leaves its secrets
 * out until then. Answers whether they are there.
 */
export function useConfirmed(call: Call) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const fetchConfirmed = async (): Promise<boolean> => {
    setAsking(true);
    try {
      if (!(await mayGoOn())) return false;
      await refresh(client, call);
      return true;
    } catch (error) {
      showFailure(call, error);
      return false;
    } finally {
      setAsking(false);
    }
  };
  return { fetchConfirmed, isAsking };
}
