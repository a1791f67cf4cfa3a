import { calls } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayGoOn } from '../data/confirm.ts';
import { showFailure } from '../data/toasts.ts';
import { refresh } from '../data/use-call.ts';

/** Fetches the secrets, which the server leaves out until an owner has confirmed that it is they. Answers whether they are there. */
export function useSecrets() {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const fetchSecrets = async (): Promise<boolean> => {
    setAsking(true);
    try {
      if (!(await mayGoOn())) return false;
      await refresh(client, calls.credentials.list);
      return true;
    } catch (error) {
      showFailure(calls.credentials.list, error);
      return false;
    } finally {
      setAsking(false);
    }
  };
  return { fetchSecrets, isAsking };
}
