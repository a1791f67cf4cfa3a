import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './public-page.module.css';
import { wordings } from './wordings.ts';

/** The page as the server renders it for people; `children`: what to choose of it. */
export function PageFrame({ html, children }: { html: string; children?: ReactNode }) {
  const words = wordings.pageFrame;
  const heading = useId();
  const title = (
    <Title order={2} id={heading}>
      {words.heading}
    </Title>
  );
  return (
    <section className={`card ${classes.preview}`} aria-labelledby={heading}>
      {children ? (
        <div className={classes.previewHead}>
          {title}
          {children}
        </div>
      ) : (
        title
      )}
      <iframe className={classes.frame} title={words.frame} sandbox="" srcDoc={html} tabIndex={-1} />
    </section>
  );
}
