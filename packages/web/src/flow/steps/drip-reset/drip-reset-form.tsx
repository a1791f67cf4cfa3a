import { Text } from '@mantine/core';
import { wordings } from '../wordings.ts';

/** A reset has no settings. */
export function DripResetForm() {
  return <Text c="dimmed">{wordings.small.nothingToSetUp}</Text>;
}
