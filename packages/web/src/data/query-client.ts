import { QueryClient } from '@tanstack/react-query';
import { AskError } from './ask.ts';

/** One store of answers for the whole page. Only what may heal by itself is asked again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (tries, error) => error instanceof AskError && error.kind === 'network' && tries < 1,
      // A screen that opens is loaded, however lately it was shown: a colleague or another program may have
      // changed it since.
      staleTime: 0,
      refetchOnWindowFocus: true,
      // What the browser takes for a network says nothing of a server in the same house: it is asked, and a
      // screen that gets no answer says so instead of loading for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    // Without a network an action fails at once and says so: one that waited would be done later, when nobody
    // means it any more.
    mutations: { networkMode: 'always' },
  },
});
