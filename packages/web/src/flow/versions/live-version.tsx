import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertTriangle, IconBroadcast, IconPencil } from '@tabler/icons-react';
import { useFindings } from '../editor/findings.ts';
import { useFlowState } from '../store/use-flow.ts';
import { useLiveVersion } from './use-flow-versions.ts';
import { useOwnKeyword } from './use-own-keyword.ts';
import classes from './versions.module.css';
import { VersionsDialog } from './versions-dialog.tsx';
import { wordings } from './wordings.ts';

/** What people get now, and how far the draft is from it. */
export function LiveVersionMark() {
  const [opened, dialog] = useDisclosure(false);
  const { live, changes, error } = useLiveVersion();
  if (error) return <span>{wordings.liveState.couldntLoad}</span>;
  const count = changes?.length ?? 0;
  if (live === undefined) return <span>{'\u00a0'}</span>;
  return (
    <span className={classes.state}>
      <span role="status" className={classes.words}>
        {live === 0 ? <NeverPublished /> : <Published live={live} count={count} />}
      </span>
      <Button variant="subtle" size="compact-sm" className={classes.inline ?? ''} onClick={dialog.open}>
        {wordings.liveState.versions}
      </Button>
      <VersionsDialog opened={opened} hasUnpublished={count > 0} onClose={dialog.close} />
    </span>
  );
}

function Published({ live, count }: { live: number; count: number }) {
  const Icon = count > 0 ? IconPencil : IconBroadcast;
  return (
    <>
      <Icon size={16} aria-hidden className={classes.mark} data-changed={count > 0 || undefined} />
      <span>{count > 0 ? wordings.liveState.changes(live, count) : wordings.liveState.live(live)}</span>
    </>
  );
}

function NeverPublished() {
  const findings = useFindings();
  const keyword = useOwnKeyword();
  const hasSteps = useFlowState((state) => state.steps.length > 0);
  const isUnfinished = hasSteps && (findings ?? []).some(({ severity }) => severity === 'error');
  const Icon = isUnfinished ? IconAlertTriangle : IconPencil;
  return (
    <>
      <Icon size={16} aria-hidden className={classes.mark} data-unfinished={isUnfinished || undefined} />
      <span>
        <b>{wordings.liveState.neverPublished}</b>
        {'. '}
        <span data-unfinished={isUnfinished || undefined} className={classes.about}>
          {keyword !== null && aboutDraft(keyword !== '', isUnfinished)}
        </span>
      </span>
    </>
  );
}

function aboutDraft(isTexted: boolean, isUnfinished: boolean): string {
  if (isTexted) return isUnfinished ? wordings.liveState.unfinished : wordings.liveState.answersAsItIs;
  return isUnfinished ? wordings.liveState.unfinishedUntexted : wordings.liveState.untexted;
}
