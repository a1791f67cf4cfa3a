import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { AskError } from '../data/ask.ts';
import { logFailure } from '../data/log.ts';
import { EmptyState, FailedState } from '../kit/states.tsx';
import { NotFound } from './not-found.tsx';
import { ScreenNotLoaded } from './screen-loading.ts';
import { wordings } from './wordings.ts';

const reload = () => location.reload();

/**
 * What is left of a screen that failed as a whole: its code did not load, the server cannot be reached, or it
 * broke.
 */
export function RouteFailed() {
  const error = useRouteError();
  useEffect(() => {
    logFailure('screen', error);
    document.title = wordings.routeFailed.notShownParley;
  }, [error]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (error instanceof ScreenNotLoaded && error.updated)
    return (
      <EmptyState
        icon={IconRefresh}
        whole
        title={wordings.routeFailed.parleyHasBeenUpdated}
        action={<Button onClick={reload}>{wordings.routeFailed.reload}</Button>}
      >
        {wordings.routeFailed.aNewVersionIsRunning}
      </EmptyState>
    );
  if (error instanceof ScreenNotLoaded)
    return (
      <FailedState
        whole
        title={wordings.routeFailed.thisScreenCouldNot}
        error={new AskError('network', wordings.routeFailed.checkTheConnectionAndTry)}
        onRetry={reload}
      />
    );
  const title =
    error instanceof AskError
      ? wordings.routeFailed.parleyCannotBeReached
      : wordings.routeFailed.thisScreenCouldNotBeShown;
  return <FailedState whole title={title} error={error} onRetry={reload} />;
}
