import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../kit/states.tsx';

export function NotFound() {
  useEffect(() => {
    document.title = 'Page not found · Parley';
  }, []);
  return (
    <EmptyState
      icon={IconMapQuestion}
      whole
      title="Sorry, page not found!"
      action={
        <Button component={Link} to="/" variant="default">
          Go to campaigns
        </Button>
      }
    >
      The address may be mistyped, or what it led to is gone.
    </EmptyState>
  );
}
