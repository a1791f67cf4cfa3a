import { Button, Group } from '@mantine/core';
import { IconChartPie } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../kit/states.tsx';
import { wordings } from './wordings.ts';

type UselessSegmentProps = {
  segment: number;
  /** What is wrong with it; null: it was deleted. */
  problem: string | null;
  /** What that means for the screen, where it was deleted. */
  goneMeans: string;
  onEveryone: () => void;
};

const words = wordings.uselessSegment;

/** Instead of what a screen shows of the people of a segment: it is gone, or names something that is. */
export function UselessSegment({ segment, problem, goneMeans, onEveryone }: UselessSegmentProps) {
  return (
    <EmptyState
      icon={IconChartPie}
      title={problem === null ? words.deleted : words.broken}
      action={
        <Group justify="center" gap="xs">
          {problem !== null && (
            <Button component={Link} to={`/segments/edit/${segment}`}>
              {words.open}
            </Button>
          )}
          <Button variant="default" onClick={onEveryone}>
            {words.showEveryone}
          </Button>
        </Group>
      }
    >
      {problem ?? goneMeans}
    </EmptyState>
  );
}
