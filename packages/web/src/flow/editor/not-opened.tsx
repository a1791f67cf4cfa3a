import { Button } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconMessage2Off } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { AskError } from '../../data/ask.ts';
import { showFailure } from '../../data/toasts.ts';
import { Page } from '../../kit/page.tsx';
import { EmptyState, FailedState } from '../../kit/states.tsx';
import { common } from '../../kit/wordings.ts';
import { useFlow } from '../store/use-flow.ts';
import { wordings } from './wordings.ts';

type NotOpenedProps = { screen: string; error: AskError | null };

/** An editor whose campaign could not be read. */
export function NotOpened({ screen, error }: NotOpenedProps) {
  const { flow } = useFlow();
  useEffect(() => {
    if (error) showFailure(calls.flow.read, error);
  }, [error]);
  return (
    <Page title={screen} crumbs={[{ label: common.campaigns, to: '/campaign/manage' }]}>
      {error?.kind === 'unknown' ? (
        <EmptyState
          icon={IconMessage2Off}
          title={wordings.notOpened.thereIsNoSuchCampaign}
          action={
            <Button component={Link} to="/campaign/manage">
              {wordings.notOpened.allCampaigns}
            </Button>
          }
        >
          {wordings.notOpened.itMayBelongToAnother}
        </EmptyState>
      ) : (
        <FailedState
          title={wordings.notOpened.couldntLoadTheSteps}
          error={error}
          onRetry={() => void flow.load()}
        />
      )}
    </Page>
  );
}
