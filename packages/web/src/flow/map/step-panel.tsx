/** The step that is open beside the map: its own form, what can be done with it, and its counts. */
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Step } from '@parley/engine/flow.ts';
import { IconArrowsSort, IconArrowUpRight, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useMemo, useState } from 'react';
import { Conflict } from '../editor/conflict.tsx';
import { FailedMark } from '../editor/failed-mark.tsx';
import { HeadButton } from '../editor/step-card.tsx';
import { StepFindings } from '../editor/step-findings.tsx';
import { StepMenu } from '../editor/step-menu.tsx';
import { cardId, editBeside, enterCard, leaveCard, useEditorUi } from '../editor/ui-state.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { useNames } from '../editor/use-names.ts';
import { wordings as editorWordings } from '../editor/wordings.ts';
import { KindIcon } from '../steps/kind-icon.tsx';
import { STEP_LOOKS, summaryOf, titleOf } from '../steps/looks.ts';
import { type NewBranch, NewBranchContext } from '../steps/new-branch.ts';
import { StepForm } from '../steps/step-form.tsx';
import { useEntry } from '../store/use-flow.ts';
import { countsToOpen } from './count-words.ts';
import type { FlowGraph } from './graph.ts';
import classes from './map.module.css';
import { useMap } from './map-context.ts';
import { countText } from './map-parts.tsx';
import { ReorderDialog } from './reorder-dialog.tsx';
import { whenNode } from './when-node.ts';
import { wordings } from './wordings.ts';
import { waysOn } from './words.ts';

const words = wordings.stepPanel;

export function StepPanel({ entryKey }: { entryKey: string }) {
  const entry = useEntry(entryKey);
  const isLive = useEditorUi((ui) => ui.liveStep !== 0 && ui.liveStep === entry?.step.id);
  const { branchOff } = useStepActions();
  const newBranch = useMemo(
    (): NewBranch => (type, way) => branchOff(entryKey, type, way),
    [branchOff, entryKey],
  );
  // A question template replaces the content: a fresh form has its panels closed.
  const [form, setForm] = useState(0);
  const renew = useCallback(() => setForm((before) => before + 1), []);
  if (!entry) return null;
  const { step } = entry;
  const close = () => {
    editBeside(null);
    whenNode(step.id, (node) => node.focus({ preventScroll: true }));
  };
  return (
    <article
      id={cardId(entryKey)}
      data-card
      className={classes.panel}
      aria-label={editorWordings.stepCard.step(step.position, STEP_LOOKS[step.type].name)}
      aria-busy={entry.save.state === 'saving'}
      onFocusCapture={() => enterCard(entryKey)}
      onBlurCapture={() => leaveCard(entryKey)}
      onKeyDown={onEscape(close)}
    >
      <div className={classes.panelHead}>
        <HeadButton entryKey={entryKey} step={step} isOpen isLive={isLive} />
        <StepMenu entryKey={entryKey} position={step.position} type={step.type} onTemplate={renew} />
        <CloseButton aria-label={words.close} onClick={close} />
      </div>
      <div id={`${cardId(entryKey)}-form`} className={classes.panelBody} data-form>
        <FailedMark entry={entry} />
        <Tools step={step} entryKey={entryKey} />
        <StepCounts step={step.id} />
        <Conflict entry={entry} />
        <StepFindings step={step.id} />
        <NewBranchContext value={newBranch}>
          <StepForm key={form} entryKey={entryKey} />
        </NewBranchContext>
      </div>
    </article>
  );
}

/** A list that is open within takes the key for itself. */
const onEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key === 'Escape' && !event.defaultPrevented) close();
};

function Tools({ step, entryKey }: { step: Step; entryKey: string }) {
  const { connect } = useMap();
  const [reordering, dialog] = useDisclosure(false);
  return (
    <Group gap="xs" role="group" aria-label={words.tools}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => useEditorUi.setState({ quickAddAt: step.position + 1 })}
      >
        {words.insertAfter}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowUpRight size={14} />}
        onClick={() => connect(step.id)}
      >
        {words.goesTo}
      </Button>
      <Button size="xs" variant="default" leftSection={<IconArrowsSort size={14} />} onClick={dialog.open}>
        {words.reorder}
      </Button>
      <ReorderDialog opened={reordering} onClose={dialog.close} step={step} entryKey={entryKey} />
    </Group>
  );
}

/** Each of them opens whom it counts. */
function StepCounts({ step }: { step: number }) {
  const { counts, openCount } = useMap();
  const shown = counts ? countsToOpen(step, counts) : [];
  if (!counts || shown.length === 0) return null;
  return (
    <ul className={classes.panelCounts} aria-label={words.counts}>
      {shown.map(({ count, ...opened }) => (
        <li key={`${opened.what} ${opened.intent ?? '*'}`}>
          <button
            type="button"
            className={`${classes.countButton} tabular`}
            onClick={() => openCount(opened)}
          >
            <span>{opened.words}</span> <b>{countText(count, counts.isPartial)}</b>
          </button>
        </li>
      ))}
    </ul>
  );
}

type PublishedStepProps = { graph: FlowGraph; step: number; onClose: () => void };

/** A step as it was published, to be read. */
export function PublishedStep({ graph, step: id, onClose }: PublishedStepProps) {
  const names = useNames();
  const node = graph.nodes.find((each) => each.kind === 'step' && each.step.id === id);
  if (node?.kind !== 'step') return null;
  const { step } = node;
  const close = () => {
    onClose();
    whenNode(step.id, (place) => place.focus({ preventScroll: true }));
  };
  const ways = waysOn(graph, node, (campaign) =>
    wordings.canvas.campaign(names.campaign(campaign) ?? 'deleted'),
  );
  return (
    <article
      className={classes.panel}
      aria-label={editorWordings.stepCard.step(step.position, STEP_LOOKS[step.type].name)}
      onKeyDown={onEscape(close)}
    >
      <div className={classes.panelHead}>
        <span className={classes.rq}>{step.position}</span> <KindIcon type={step.type} />
        <Text fw={600} flex={1} truncate>
          {titleOf(step)}
        </Text>
        <CloseButton aria-label={words.close} onClick={close} data-autofocus />
      </div>
      <div className={classes.panelBody}>
        <Text className={classes.published ?? ''}>{summaryOf(step, names)}</Text>
        <Text size="sm" c="dimmed">
          {words.leadsTo}: {ways || words.theEnd}
        </Text>
        <StepCounts step={step.id} />
      </div>
    </article>
  );
}
