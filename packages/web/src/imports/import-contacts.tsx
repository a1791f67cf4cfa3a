import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { GoneNotice } from '../kit/gone-notice.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { useStepFocus } from '../kit/use-step-focus.ts';
import { common } from '../kit/wordings.ts';
import { CheckFile } from './check-file.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { DropFile } from './drop-file.tsx';
import classes from './imports.module.css';
import { RunningImport } from './running-import.tsx';
import { usePreparation } from './use-preparation.ts';
import { wordings } from './wordings.ts';

const STEPS = [
  wordings.importContacts.file,
  wordings.importContacts.columns,
  wordings.importContacts.check,
  wordings.importContacts.import,
];

/**
 * Takes a CSV file into a list: file, columns, dry run, import. A running import has its id in the URL, so
 * that it is found again.
 */
export function ImportContacts() {
  const list = Number(useParams().LID ?? 0);
  const [running, setRunning] = useQueryParam('import');
  const info = useCall(calls.lists.info, { list });
  const [named, open] = useNamedStep();
  const preparation = usePreparation(list, { onStep: open, onStarted: (id) => setRunning(String(id)) });
  const name = info.data?.info.name ?? '';
  // One that has begun says itself what became of it.
  const isGone = running === '' && info.error?.kind === 'unknown';
  const step = running !== '' ? 3 : Math.min(named, preparation.furthest);
  useGoingOn(preparation.furthest, running === '' && named === 0, open);

  return (
    <Page
      title={common.importContacts}
      of={name}
      crumbs={[
        { label: common.lists, to: '/lists' },
        { label: name === '' ? wordings.importContacts.listMembers : name, to: `/lists/members/${list}` },
      ]}
      width="normal"
    >
      {info.error && !info.data ? (
        <LoadFailed
          what={wordings.importContacts.list}
          error={info.error}
          onRetry={() => void info.refetch()}
          back={{ label: common.showAllLists, to: '/lists' }}
        />
      ) : isGone ? (
        <GoneNotice what={wordings.importContacts.list} error={info.error}>
          {wordings.importContacts.nothingGoesIntoIt}{' '}
          <Anchor component={Link} underline="always" to="/lists">
            {wordings.importContacts.chooseAnotherList}
          </Anchor>
        </GoneNotice>
      ) : (
        <>
          <Steps current={step} />
          {running !== '' ? (
            <RunningImport
              id={Number(running)}
              list={list}
              listName={name}
              onAgain={() => {
                preparation.reset();
                setRunning('');
              }}
            />
          ) : step === 0 ? (
            <DropFile listName={name} preparation={preparation} onGoOn={() => open(1)} />
          ) : step === 1 ? (
            <ChooseColumns preparation={preparation} onBack={() => open(0)} />
          ) : (
            <CheckFile listName={name} preparation={preparation} onBack={() => open(1)} />
          )}
        </>
      )}
    </Page>
  );
}

const NAMES = ['', 'columns', 'check'];

/** The step that the address names (`?step=columns`): the browser's Back goes one step back. */
function useNamedStep(): [number, (step: number, how?: 'push' | 'replace') => void] {
  const [name, setName] = useQueryParam('step');
  const open = (step: number, how: 'push' | 'replace' = 'push') => setName(NAMES[step] ?? '', how);
  return [Math.max(0, NAMES.indexOf(name)), open];
}

/** Who comes back to an import that was prepared in this tab goes on where it was left. */
function useGoingOn(furthest: number, isFirst: boolean, open: (step: number, how: 'replace') => void) {
  const isNew = useRef(true);
  useEffect(() => {
    if (isNew.current && isFirst && furthest > 0) open(furthest, 'replace');
    isNew.current = false;
  }, [furthest, isFirst, open]);
}

function Steps({ current }: { current: number }) {
  const here = useStepFocus<HTMLLIElement>(current);
  return (
    <ol className={classes.steps} aria-label={wordings.importContacts.stepsOfTheImport}>
      {STEPS.map((label, index) => (
        <li
          key={label}
          ref={index === current ? here : undefined}
          tabIndex={index === current ? -1 : undefined}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          <span className={classes.number}>
            {index < current ? <IconCheck size={14} aria-label={common.done} /> : index + 1}
          </span>
          {label}
        </li>
      ))}
    </ol>
  );
}
