import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { accentText } from '../kit/theme.ts';
import classes from './template-icon.module.css';

/**
 * A template's picture on a tile. As an image, never as markup: whatever the SVG holds, it runs nothing here.
 * An image does not know the colour of the text around it, so drawings that ask for it get the accent.
 */
export function TemplateIcon({ svg, size }: { svg: string; size: number }) {
  const scheme = useComputedColorScheme('light');
  if (svg === '') return <Skeleton width={size} height={size} radius="md" />;
  const coloured = svg.replaceAll('currentColor', accentText[scheme]);
  return (
    <span className={classes.tile} style={{ width: size, height: size }}>
      <img
        src={`data:image/svg+xml,${encodeURIComponent(coloured)}`}
        alt=""
        width={size * 0.6}
        height={size * 0.6}
      />
    </span>
  );
}
