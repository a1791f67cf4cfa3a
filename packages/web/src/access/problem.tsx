import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { wordsOf } from '../data/toasts.ts';

/** Why the last try failed, at the place where the person looks; nothing without an error. */
export function Problem({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert" p="sm">
      {wordsOf(error)}
    </Alert>
  );
}
