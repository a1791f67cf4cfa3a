import { Filled } from '../kit/filled.tsx';
import { formatNumber, formatPercent } from '../kit/numbers.tsx';
import classes from './imports.module.css';
import { wordings } from './wordings.ts';

type ImportCounts = {
  rows: number;
  added: number;
  updated: number;
  duplicates: number;
  invalid: number;
  optedOut: number;
  newOptOuts: number;
};

/** What became, or would become, of the rows: a bar of the parts and their numbers. */
export function ImportCountsTable({ counts, future = false }: { counts: ImportCounts; future?: boolean }) {
  const { rows, added, updated, duplicates, invalid, optedOut, newOptOuts } = counts;
  const parts = [
    {
      kind: 'added',
      label: wordings.counts.new,
      about: future ? wordings.counts.becomeContacts : wordings.counts.becameContacts,
      count: added,
    },
    {
      kind: 'updated',
      label: wordings.counts.updated,
      about: wordings.counts.contactsAlready,
      count: updated,
    },
    {
      kind: 'duplicates',
      label: wordings.counts.duplicates,
      about: wordings.counts.inTheFileTwice,
      count: duplicates,
    },
    { kind: 'invalid', label: wordings.counts.invalid, about: wordings.counts.leftOut, count: invalid },
  ];
  return (
    <div className={`card ${classes.counts}`}>
      <div className={classes.parts} aria-hidden>
        {parts.map(({ kind, count }) => (
          <div key={kind} data-kind={kind} style={{ flexGrow: count }} />
        ))}
      </div>
      <dl className={classes.legend}>
        {parts.map(({ kind, label, about, count }) => (
          <div key={kind}>
            <dt>
              <i data-kind={kind} aria-hidden />
              {label}
            </dt>
            <dd className="tabular">
              {formatNumber(count)} <span>{formatPercent(count, rows)}</span>
            </dd>
            <dd className={classes.about}>{about}</dd>
          </div>
        ))}
      </dl>
      {optedOut > 0 && (
        <p className={classes.optedOut}>
          <Filled
            words={wordings.optOuts.before(future)}
            parts={{ count: <strong className="tabular">{formatNumber(optedOut)}</strong> }}
          />
        </p>
      )}
      {newOptOuts > 0 && (
        <p className={classes.optedOut}>
          <Filled
            words={wordings.optOuts.fresh(future)}
            parts={{ count: <strong className="tabular">{formatNumber(newOptOuts)}</strong> }}
          />
        </p>
      )}
    </div>
  );
}
