import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isolated } from '../data/isolated.ts';
import classes from './notice.module.css';

type NoticeProps = {
  /** `danger`: it cannot go on like this, and screen readers hear it at once. */
  tone?: 'info' | 'warning' | 'danger';
  title?: string;
  children: ReactNode;
};

/** Something to know right here, in the place it is about. */
export function Notice({ tone = 'info', title, children }: NoticeProps) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon size={20} stroke={1.5} aria-hidden />
      <div>
        {title && <p className={classes.title}>{isolated(title)}</p>}
        <div className="running-text">{typeof children === 'string' ? isolated(children) : children}</div>
      </div>
    </div>
  );
}
