import { VisuallyHidden } from '@mantine/core';
import { counted } from './numbers.tsx';
import { wordings } from './wordings.ts';

type FoundProps = {
  search: string;
  /** How many are shown; undefined while they are looked for. */
  count: number | undefined;
  hasMore?: boolean;
  /** What they are, one of them: 'campaign'. */
  one: string;
};

/** Says what a search found to those who do not see the list change. */
export const Found = ({ search, count, hasMore = false, one }: FoundProps) => (
  <VisuallyHidden role="status">
    {search !== '' &&
      count !== undefined &&
      (hasMore ? wordings.found.moreThan : wordings.found.found)(counted(count, one))}
  </VisuallyHidden>
);
