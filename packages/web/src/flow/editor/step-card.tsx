import { useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Tooltip } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import type { Step } from '@parley/engine/flow.ts';
import { inLanguage } from '@parley/engine/translations.ts';
import {
  IconArrowRampRight,
  IconChevronDown,
  IconDeviceMobileMessage,
  IconEyeOff,
  IconGripVertical,
} from '@tabler/icons-react';
import { memo, type Ref, useCallback, useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { TranslationForm } from '../languages/translation-form.tsx';
import { placeOf } from '../model/branch-places.ts';
import { KindIcon } from '../steps/kind-icon.tsx';
import { isQuestionType, STEP_LOOKS, summaryOf, titleOf } from '../steps/looks.ts';
import { type NewBranch, NewBranchContext } from '../steps/new-branch.ts';
import { StepForm } from '../steps/step-form.tsx';
import type { FlowStore } from '../store/flow-store.ts';
import { useEntry, useFlow, useFlowState } from '../store/use-flow.ts';
import classes from './card.module.css';
import { SeverityIcon } from './check-panel.tsx';
import { chooseBy, chooseUpTo, toggleChosen } from './chosen-steps.ts';
import { Conflict } from './conflict.tsx';
import { cardSensors } from './drag.ts';
import { FailedMark } from './failed-mark.tsx';
import { useFindingsOf } from './findings.ts';
import { InsertGap } from './insert-gap.tsx';
import { JumpChips } from './jump-chips.tsx';
import changes from './others-changes.module.css';
import { ChangedMark } from './others-changes.tsx';
import { StepFindings } from './step-findings.tsx';
import { StepMenu } from './step-menu.tsx';
import { cardId, enterCard, leaveCard, setOpen, useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { useNames } from './use-names.ts';
import { WhoIsAtStep } from './who-is-here.tsx';
import { wordings } from './wordings.ts';

/** Branches within more branches are not set off further. */
const DEEPEST = 4;

export type StepCardProps = { entryKey: string; index: number };

/**
 * One step: a line that tells what it does, or its whole form. It is drawn with each letter and each save,
 * its parts when what they show changes.
 */
export const StepCard = memo(function StepCard({ entryKey, index }: StepCardProps) {
  const entry = useEntry(entryKey);
  const isOpen = useEditorUi((ui) => ui.open.has(entryKey));
  const isLive = useEditorUi((ui) => ui.liveStep !== 0 && ui.liveStep === entry?.step.id);
  const isSelected = useEditorUi((ui) => ui.selected === entryKey);
  const isChosen = useEditorUi((ui) => ui.chosen.has(entryKey));
  const place = useFlowState(useShallow(({ steps }) => placeOf(steps, entry?.step.id ?? 0)));
  // A question template replaces the content: a fresh form has its panels closed.
  const [form, setForm] = useState(0);
  const renew = useCallback(() => setForm((before) => before + 1), []);
  const { ref, handleRef, isDragging } = useSortable({
    id: entryKey,
    index,
    type: 'step',
    accept: 'step',
    sensors: cardSensors,
  });
  if (!entry) return null;
  const { step } = entry;
  const { id, position, type } = step;
  const isBusy = entry.save.state === 'saving';
  const isContested = entry.theirs !== null;
  return (
    <li
      ref={ref}
      className={classes.item}
      data-dragging={isDragging || undefined}
      data-depth={Math.min(place.depth, DEEPEST) || undefined}
    >
      <InsertGap position={index + 1} isJoined={place.isJoined} />
      <span className={changes.onCard}>
        <ChangedMark step={id} />
      </span>
      {place.isFirst && (
        <p className={classes.branch}>
          <IconArrowRampRight size={14} aria-hidden />
          <span>{place.branch}</span>
        </p>
      )}
      <article
        id={cardId(entryKey)}
        data-card
        className={classes.card}
        data-open={isOpen || undefined}
        data-live={isLive || undefined}
        data-selected={isSelected || undefined}
        data-chosen={isChosen || undefined}
        aria-label={wordings.stepCard.step(position, STEP_LOOKS[type].name)}
        aria-description={place.branch || undefined}
        aria-busy={isBusy}
        onFocusCapture={() => enterCard(entryKey)}
        onBlurCapture={() => leaveCard(entryKey)}
      >
        <div className={classes.loading} data-busy={isBusy || undefined} aria-hidden />
        <div className={classes.head}>
          <ChooseBox entryKey={entryKey} position={position} isChosen={isChosen} />
          <Handle ref={handleRef} label={wordings.stepCard.moveStep(position, titleOf(step))} />
          <HeadButton entryKey={entryKey} step={step} isOpen={isOpen} isLive={isLive} />
          <WhoIsAtStep step={id} />
          <StepMenu entryKey={entryKey} position={position} type={type} onTemplate={renew} />
        </div>
        <FailedMark entry={entry} />
        {!(isOpen && isQuestionType(type)) && <JumpChips step={step} back={place.back} />}
        {(isOpen || isContested) && (
          <CardForm key={form} entryKey={entryKey} step={id} isOpen={isOpen} isContested={isContested} />
        )}
      </article>
    </li>
  );
});

type HandleProps = { label: string; ref: Ref<HTMLButtonElement> };

const Handle = memo(function Handle({ label, ref }: HandleProps) {
  return (
    <ActionIcon
      ref={ref}
      variant="subtle"
      color="gray"
      size="sm"
      className={classes.handle ?? ''}
      aria-label={label}
    >
      <IconGripVertical size={16} />
    </ActionIcon>
  );
});

type CardFormProps = { entryKey: string; step: number; isOpen: boolean; isContested: boolean };

/** Below the line of a step: what is to be decided or put right, and its form. */
const CardForm = memo(function CardForm({ entryKey, step, isOpen, isContested }: CardFormProps) {
  const language = useEditorUi((ui) => ui.language);
  const { branchOff } = useStepActions();
  const newBranch = useMemo(
    (): NewBranch => (type, way) => branchOff(entryKey, type, way),
    [branchOff, entryKey],
  );
  return (
    <div id={`${cardId(entryKey)}-form`} className={classes.form} data-form>
      {isContested && <Contested entryKey={entryKey} />}
      {isOpen && <StepFindings step={step} />}
      {isOpen && (
        <NewBranchContext value={newBranch}>
          {language === '' ? (
            <StepForm entryKey={entryKey} />
          ) : (
            <TranslationForm entryKey={entryKey} language={language} />
          )}
        </NewBranchContext>
      )}
    </div>
  );
});

function Contested({ entryKey }: { entryKey: string }) {
  const entry = useEntry(entryKey);
  return entry ? <Conflict entry={entry} /> : null;
}

type ChooseBoxProps = { entryKey: string; position: number; isChosen: boolean };

function ChooseBox({ entryKey, position, isChosen }: ChooseBoxProps) {
  const { flow } = useFlow();
  const isChoosing = useEditorUi((ui) => ui.chosen.size > 0);
  return (
    <input
      type="checkbox"
      // Tab goes on to the step, where a key selects it, until somebody has begun to select.
      tabIndex={isChoosing ? 0 : -1}
      className={classes.choose}
      aria-label={wordings.stepCard.select(position)}
      checked={isChosen}
      onChange={(event) => chooseBy(event.nativeEvent, entryKey, keysOf(flow))}
    />
  );
}

const keysOf = (flow: FlowStore) => flow.store.getState().entries.map(({ key }) => key);

const WAYS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Selects on to the step above or below, and goes there. */
function chooseNext(flow: FlowStore, key: string, way: number): void {
  const keys = keysOf(flow);
  const next = keys[keys.indexOf(key) + way];
  if (next === undefined) return;
  chooseUpTo(next, keys);
  document.querySelector<HTMLElement>(`#${CSS.escape(cardId(next))} [data-head]`)?.focus();
}

type HeadButtonProps = { entryKey: string; step: Step; isOpen: boolean; isLive: boolean };

/** The line of a step: what it is and does; folds its form. */
export const HeadButton = memo(function HeadButton(props: HeadButtonProps) {
  const { entryKey: key, step, isOpen, isLive } = props;
  const names = useNames();
  const { flow } = useFlow();
  const { name: label } = STEP_LOOKS[step.type];
  const name = step.description.trim();
  const language = useEditorUi((ui) => ui.language);
  const words = summaryOf(inLanguage(step, language), names);
  return (
    <button
      type="button"
      data-head
      className={classes.headButton}
      aria-expanded={isOpen}
      aria-controls={`${cardId(key)}-form`}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => {
        if (event.shiftKey) chooseUpTo(key, keysOf(flow));
        else if (event.ctrlKey || event.metaKey) toggleChosen(key);
        else setOpen(key, !isOpen);
      }}
      onKeyDown={(event) => {
        const way = event.shiftKey ? WAYS[event.key] : undefined;
        if (way === undefined) return;
        event.preventDefault();
        chooseNext(flow, key, way);
      }}
    >
      <span className={classes.rq}>{step.position}</span>
      <KindIcon type={step.type} />
      <span className={classes.headText}>
        <span className={classes.headLabel}>
          {label}
          {name !== '' && (
            <b>
              {' · '}
              <bdi>{name}</bdi>
            </b>
          )}
        </span>
        <span className={classes.headWords} data-empty={words === '' || undefined}>
          {words === '' ? wordings.stepCard.notSetYet : <bdi>{words}</bdi>}
        </span>
      </span>
      {isLive && (
        <Tooltip label={wordings.stepCard.preview}>
          <span className={classes.live}>
            <IconDeviceMobileMessage size={16} aria-label={wordings.stepCard.preview} />
          </span>
        </Tooltip>
      )}
      <Marks step={step.id} inGuide={step.inGuide} />
      <IconChevronDown size={18} className={classes.fold} aria-hidden />
    </button>
  );
});

/** Faults found in the step, and whether Guided Configuration leaves it out. */
function Marks({ step, inGuide }: { step: number; inGuide: boolean }) {
  return <DrawnMarks findings={useFindingsOf(step)} inGuide={inGuide} />;
}

/** A fault of another step leaves these as they are. */
const DrawnMarks = memo(function DrawnMarks({
  findings,
  inGuide,
}: {
  findings: Finding[];
  inGuide: boolean;
}) {
  const worst = findings.find(({ severity }) => severity === 'error') ?? findings[0];
  return (
    <span className={classes.marks}>
      {!inGuide && (
        <Tooltip label={wordings.stepCard.notShownInGuidedView}>
          <IconEyeOff
            size={16}
            className={classes.quiet}
            aria-label={wordings.stepCard.notShownInGuidedView}
          />
        </Tooltip>
      )}
      {worst && (
        <Tooltip multiline maw={320} label={findings.map(({ message }) => message).join(' ')}>
          <span className={classes.mark}>
            <SeverityIcon severity={worst.severity} />
          </span>
        </Tooltip>
      )}
    </span>
  );
});
