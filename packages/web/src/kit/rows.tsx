/** The rows of a list: one card, a line per item. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from './numbers.tsx';
import classes from './rows.module.css';

/** What stands above the rows: the search at the left, what is found at the right. */
export const RowsBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.bar}>{children}</div>
);

/** The card around the rows. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <div className={`card ${classes.rows}`}>{children}</div>
);

type RowProps = {
  /** The drag handle. */
  handle?: ReactNode;
  /** An icon or avatar before the words. */
  lead?: ReactNode;
  title: string;
  /** Where the whole row leads. */
  to?: string;
  /** A second line. */
  about?: ReactNode;
  /** Figures and marks; they go below the words on a phone. */
  side?: ReactNode;
  /** A small mark before the menu, also on a phone. */
  mark?: ReactNode;
  menu?: ReactNode;
};

export function Row({ handle, lead, title, to, about, side, mark, menu }: RowProps) {
  return (
    <div
      className={`${classes.row} ${to ? 'card-link' : ''}`}
      data-link={to !== undefined || undefined}
      data-handle={Boolean(handle) || undefined}
      data-side={Boolean(side) || undefined}
    >
      {handle && <div className={`above ${classes.tool}`}>{handle}</div>}
      {lead}
      <div className={classes.words}>
        <div className={`clamp-2 ${classes.title}`} title={title}>
          {to ? (
            <Link to={to} className="cover">
              {title}
            </Link>
          ) : (
            title
          )}
        </div>
        {about}
      </div>
      {side && <div className={classes.side}>{side}</div>}
      {mark}
      {menu && <div className={`above ${classes.tool}`}>{menu}</div>}
    </div>
  );
}

/** A number with its unit at the end of a row: `<Figure count={12} unit="members" />`. */
export function Figure({ count, unit }: { count: number; unit: string }) {
  return (
    <div className={`tabular ${classes.figure}`}>
      {formatNumber(count)} <span>{unit}</span>
    </div>
  );
}
