import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { AskError } from '../data/ask.ts';
import { logFailure } from '../data/log.ts';
import { EmptyState, FailedState } from '../kit/states.tsx';
import { NotFound } from './not-found.tsx';
import { ScreenNotLoaded } from './screen-loading.ts';

const reload = () => location.reload();

/** What is left of a screen that failed as a whole: its code did not load, the server cannot be reached, or it broke. */
export function RouteFailed() {
  const error = useRouteError();
  useEffect(() => {
    logFailure('screen', error);
    document.title = 'Not shown · Parley';
  }, [error]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof ScreenNotLoaded && error.updated)
    return (
      <EmptyState
        icon={IconRefresh}
        whole
        title="Parley has been updated"
        action={<Button onClick={reload}>Reload</Button>}
      >
        This page is from before the update. Reload it to go on; what you typed and saved is kept.
      </EmptyState>
    );
  if (error instanceof ScreenNotLoaded)
    return (
      <FailedState
        whole
        title="This screen could not be loaded"
        error={new AskError('network', 'Check the connection and try again.')}
        onRetry={reload}
      />
    );
  const title = error instanceof AskError ? 'Parley cannot be reached' : 'This screen could not be shown';
  return <FailedState whole title={title} error={error} onRetry={reload} />;
}
