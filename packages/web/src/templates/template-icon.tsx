import { Skeleton } from '@mantine/core';
import classes from './template-icon.module.css';

/** A template's picture. As an image, never as markup: whatever the SVG holds, it runs nothing here. */
export function TemplateIcon({ svg, size }: { svg: string; size: number }) {
  if (svg === '') return <Skeleton width={size} height={size} radius="md" />;
  return (
    <img
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt=""
      width={size}
      height={size}
      className={classes.icon}
    />
  );
}
