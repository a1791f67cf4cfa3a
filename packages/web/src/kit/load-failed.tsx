import { Button } from '@mantine/core';
import { IconZoomQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { AskError } from '../data/ask.ts';
import { EmptyState, FailedState } from './states.tsx';
import { wordings } from './wordings.ts';

type LoadFailedProps = {
  /** What it is, e.g. 'list'. */
  what: string;
  error: unknown;
  onRetry: () => void;
  /** Where the others are. */
  back: { label: string; to: string };
};

/** The way back of a campaign's screens. */
export const ALL_CAMPAIGNS = { label: wordings.loadFailed.showAllCampaigns, to: '/campaign/manage' };

/**
 * One thing that could not be loaded: where it does not exist, or its address is none, the way back instead
 * of another try.
 */
export function LoadFailed({ what, error, onRetry, back }: LoadFailedProps) {
  if (!(error instanceof AskError && (error.kind === 'unknown' || error.kind === 'malformed')))
    return (
      <FailedState title={wordings.loadFailed.theCouldNotBeLoaded(what)} error={error} onRetry={onRetry} />
    );
  return <NoSuchThing what={what} back={back} />;
}

/** The address names something that does not exist. */
export function NoSuchThing({ what, back }: Pick<LoadFailedProps, 'what' | 'back'>) {
  return (
    <EmptyState
      icon={IconZoomQuestion}
      title={wordings.loadFailed.thereIsNoSuch(what)}
      action={
        <Button component={Link} to={back.to} variant="default">
          {back.label}
        </Button>
      }
    >
      {wordings.loadFailed.itWasDeleted}
    </EmptyState>
  );
}
