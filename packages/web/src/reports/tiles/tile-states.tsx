import { Text } from '@mantine/core';
import classes from './tiles.module.css';

export function TileLoading() {
  return (
    <p className={classes.middle} role="status">
      Loading...
    </p>
  );
}

export function NoData({ children = 'Nothing in this time' }: { children?: string }) {
  return (
    <Text c="dimmed" className={classes.middle ?? ''}>
      {children}
    </Text>
  );
}
