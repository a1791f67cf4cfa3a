import { Collapse, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './steps.module.css';

type FoldProps = {
  title: string;
  summary?: string;
  children: ReactNode;
  openAtFirst?: boolean;
  /** What the flow check calls the fields inside. */
  field?: string;
};

/** A part of a form that is folded away until it is wanted; its summary says what is set inside. */
export function Fold({ title, summary, children, openAtFirst = false, field }: FoldProps) {
  const [opened, { toggle }] = useDisclosure(openAtFirst);
  // What is never looked at is never drawn.
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  const id = useId();
  return (
    <div className={classes.fold} data-field={field}>
      <UnstyledButton
        className={classes.foldButton}
        data-fold
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={id}
      >
        <IconChevronRight size={16} className={classes.chevron} data-open={opened || undefined} />
        <Text component="span" fw={500}>
          {title}
        </Text>
        {!opened && summary && (
          <Text component="span" c="dimmed" className="clamp-1">
            {summary}
          </Text>
        )}
      </UnstyledButton>
      <Collapse id={id} expanded={opened}>
        {wasOpened && <div className={classes.foldBody}>{children}</div>}
      </Collapse>
    </div>
  );
}
