import { useLocation, useNavigate } from 'react-router';
import { safePath } from '../app/guards.ts';
import { checkLogin } from '../data/session.ts';

/** Where a sign-in with a code leads: to the screen that asked for it, else to the campaigns. */
export function useGoOn(): () => Promise<void> {
  const { search } = useLocation();
  const navigate = useNavigate();
  return async () => {
    await checkLogin();
    await navigate(safePath(new URLSearchParams(search).get('rdx')) ?? '/', { replace: true });
  };
}
