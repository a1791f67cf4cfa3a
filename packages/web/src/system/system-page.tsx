import { Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { NotFound } from '../app/not-found.tsx';
import { useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState, LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { formatBytes } from './bytes.ts';
import { Checks, sentence } from './checks.tsx';
import {
  DatabaseSection,
  ErrorsSection,
  ProcessesSection,
  QueuesSection,
  SendsSection,
} from './sections.tsx';
import classes from './system.module.css';
import { wordings } from './wordings.ts';

export type System = ReplyOf<typeof calls.system.load>;

const REFRESH_MS = 15_000;

/** /account/system: how the whole installation is. For who does not run it there is no such page. */
export function SystemPage() {
  const { data, error, refetch } = useCall(calls.system.load, {}, { refetchInterval: REFRESH_MS });
  if (error?.kind === 'unknown') return <NotFound />;
  return (
    <Page
      title={wordings.system.title}
      crumbs={[{ label: common.myAccount, to: '/account' }]}
      about={wordings.system.about}
    >
      {data ? (
        <Shown system={data} />
      ) : error ? (
        <FailedState title={wordings.system.couldntLoad} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCards cards={4} height={180} className={classes.page ?? ''} shape="title" />
      )}
    </Page>
  );
}

function Shown({ system }: { system: System }) {
  const wrong = system.findings.filter(({ is }) => is !== 'ok');
  const isBad = wrong.some(({ is }) => is === 'bad');
  return (
    <div className={classes.page}>
      {wrong.length === 0 ? (
        <Notice title={wordings.system.allWell}>{wordings.system.allWellOf(system.findings.length)}</Notice>
      ) : (
        <Notice tone={isBad ? 'danger' : 'warning'} title={wordings.system.needYou(wrong.length)}>
          <ul>
            {wrong.map(({ check, words }) => (
              <li key={check}>
                <b>{check}:</b> {sentence(words)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Sums system={system} />
      <div className={classes.pair}>
        <div className={classes.page}>
          <QueuesSection system={system} />
          <SendsSection counts={system.counts} />
        </div>
        <div className={classes.page}>
          <DatabaseSection system={system} />
          <ErrorsSection counts={system.counts} />
        </div>
      </div>
      <ProcessesSection processes={system.processes} at={system.at} />
      <Checks findings={system.findings} />
      <Text c="dimmed" className="tabular">
        {wordings.system.version(system.version, system.node, system.postgres)} · <DateText at={system.at} />
      </Text>
    </div>
  );
}

function Sums({ system }: { system: System }) {
  return (
    <dl className={`card ${classes.sums}`}>
      <div>
        <dt>{wordings.sums.accounts}</dt>
        <dd className="tabular">{formatNumber(system.accounts)}</dd>
      </div>
      <div>
        <dt>{wordings.sums.users}</dt>
        <dd className="tabular">{formatNumber(system.users)}</dd>
      </div>
      <div>
        <dt>{wordings.sums.database}</dt>
        <dd className="tabular">{formatBytes(system.databaseBytes)}</dd>
      </div>
      <div>
        <dt>{wordings.sums.disk}</dt>
        <dd className="tabular">
          {formatBytes(system.diskFree)} <small>{wordings.sums.ofTotal(formatBytes(system.diskTotal))}</small>
        </dd>
      </div>
      <div>
        <dt>{wordings.sums.backup}</dt>
        <dd>
          {system.backup === '' ? (
            <>
              {wordings.sums.noBackup} <small>{wordings.sums.noBackupWhy}</small>
            </>
          ) : (
            <small>
              <DateText at={system.backup} />
            </small>
          )}
        </dd>
      </div>
    </dl>
  );
}
