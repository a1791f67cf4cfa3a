import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { calls } from '@parley/contract';
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconHash,
  IconLoader2,
} from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../data/use-call.ts';
import { common } from '../../kit/wordings.ts';
import { LanguageMenu } from '../languages/language-menu.tsx';
import { useFlow, useFlowSave, useFlowState } from '../store/use-flow.ts';
import { CampaignMenu } from './campaign-menu.tsx';
import { CheckPanel } from './check-panel.tsx';
import classes from './editor.module.css';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

/** What stands beside the campaign's name: undo, the check, and the ways on. */
export const HeaderTools = memo(function HeaderTools({ name }: { name: string }) {
  return (
    <>
      <SaveIndicator />
      <Undo />
      <CheckPanel />
      <LanguageMenu />
      <KeywordButton />
      <CampaignMenu name={name} />
    </>
  );
});

/** How saving stands for all steps. A failed save speaks on its own card. */
export function SaveIndicator() {
  const { state } = useFlowSave();
  return (
    <Text c="dimmed" role="status" className={classes.saveState}>
      {state === 'saving' && (
        <>
          <IconLoader2 size={16} className={classes.spin} aria-hidden />
          <span className={classes.saveWords}>{wordings.headerTools.saving}</span>
        </>
      )}
      {state === 'saved' && (
        <>
          <IconCheck size={16} color="var(--parley-accent-text)" aria-hidden />
          <span className={classes.saveWords}>{wordings.headerTools.allChangesSaved}</span>
        </>
      )}
      {state === 'failed' && (
        <>
          <IconAlertCircle size={16} color="var(--mantine-color-error)" aria-hidden />
          <span className={`${classes.saveWords} ${classes.notSaved}`}>
            {wordings.headerTools.notAllChangesAreSaved}
          </span>
        </>
      )}
    </Text>
  );
}

function Undo() {
  const { travel } = useStepActions();
  // Fields keep their own undo while somebody types in them.
  useHotkeys([
    ['mod+Z', () => travel('undo')],
    ['mod+shift+Z', () => travel('redo')],
  ]);
  const canUndo = useFlowState((state) => state.history.past.length > 0);
  const canRedo = useFlowState((state) => state.history.future.length > 0);
  return (
    <Group gap={0} wrap="nowrap">
      <Tooltip label={wordings.shared.undo}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.plain ?? ''}
          aria-label={wordings.shared.undo}
          disabled={!canUndo}
          onClick={() => travel('undo')}
        >
          <IconArrowBackUp size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={wordings.headerTools.redo}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.plain ?? ''}
          aria-label={wordings.headerTools.redo}
          disabled={!canRedo}
          onClick={() => travel('redo')}
        >
          <IconArrowForwardUp size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** Shows the word that starts the campaign, and leads to where it is set. */
function KeywordButton() {
  const { campaign, isTemplate } = useFlow();
  const { data } = useCall(calls.keyword.load, { campaign, channel: '', isTemplate });
  if (isTemplate) return null;
  return (
    <Button
      component={Link}
      to={`/campaign/keyword/${campaign}`}
      variant="default"
      leftSection={<IconHash size={16} />}
      maw={200}
      visibleFrom="sm"
      className={classes.iconIfNarrow ?? ''}
    >
      {data?.keyword ? data.keyword : common.keyword}
    </Button>
  );
}
