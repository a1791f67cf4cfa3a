import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../kit/states.tsx';
import { wordings } from './wordings.ts';

export function NotFound() {
  useEffect(() => {
    document.title = wordings.notFound.pageNotFoundParley;
  }, []);
  return (
    <EmptyState
      icon={IconMapQuestion}
      whole
      title={wordings.notFound.sorryPageNotFound}
      action={
        <Button component={Link} to="/" variant="default">
          {wordings.notFound.goToCampaigns}
        </Button>
      }
    >
      {wordings.notFound.checkTheAddress}
    </EmptyState>
  );
}
