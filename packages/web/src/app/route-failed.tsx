import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { AskError } from '../data/ask.ts';
import { logFailure } from '../data/log.ts';
import { FailedState } from '../kit/states.tsx';
import { NotFound } from './not-found.tsx';

/** What is left of a screen that failed as a whole: the server cannot be reached, or the screen broke. */
export function RouteFailed() {
  const error = useRouteError();
  useEffect(() => logFailure('screen', error), [error]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const unreachable = error instanceof AskError;
  return (
    <FailedState
      whole
      title={unreachable ? 'Parley cannot be reached' : 'This screen could not be shown'}
      error={error}
      onRetry={() => location.reload()}
    />
  );
}
