/** The wizard's steps with their buttons: Back, Next and, on the last one, Send Now. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useMaySend } from '../account/sender-only.tsx';
import { AskApproval } from '../approvals/ask-approval.tsx';
import { isolatedName } from '../data/isolated.ts';
import { useZone } from '../data/use-account.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { phoneText } from '../kit/phone-text.ts';
import { type WizardStep, WizardSteps } from '../kit/wizard-steps.tsx';
import { common } from '../kit/wordings.ts';
import { SaveAsSegment } from '../segments/index.ts';
import { isComplete, type Sent } from './review.ts';
import { ReviewStep, SendNow } from './review-step.tsx';
import { startLine } from './schedule.ts';
import { ChannelStep } from './steps/channel-step.tsx';
import { ListsStep } from './steps/lists-step.tsx';
import { BlastScheduleStep } from './steps/schedule-step.tsx';
import { filterWords, TagFilterEditor } from './tag-filter-editor.tsx';
import { senderOf, type Wizard } from './use-wizard.ts';
import { wordings } from './wordings.ts';

type StepsProps = { wizard: Wizard; name: string; onSent: (sent: Sent) => void };

export function Steps({ wizard, name, onSent }: StepsProps) {
  const [furthest, setFurthest] = useState(wizard.draft.step);
  const steps = useSteps(wizard, name, furthest);
  const last = steps.length - 1;
  const [active, open] = useStep(wizard, Math.min(furthest, last));

  const go = (step: number) => {
    setFurthest((before) => Math.max(before, step));
    open(step);
  };

  return (
    <WizardSteps
      label={wordings.steps.stepsOfTheBlast}
      steps={steps}
      active={active}
      furthest={Math.max(active, Math.min(furthest, last))}
      onPick={go}
      buttons={
        <>
          <Button variant="default" onClick={() => go(active - 1)} disabled={active === 0}>
            {common.back}
          </Button>
          {active < last ? (
            <Button onClick={() => go(active + 1)}>{wordings.steps.next}</Button>
          ) : (
            <Last wizard={wizard} name={name} onSent={onSent} />
          )}
        </>
      }
    />
  );
}

/** Who may not send asks those who may. */
function Last({ wizard, name, onSent }: StepsProps) {
  const maySend = useMaySend();
  const [isAsking, dialog] = useDisclosure(false);
  // Whoever may send while they write to the team doesn't lose what they have written.
  if (maySend && !isAsking) return <SendNow wizard={wizard} name={name} onSent={onSent} />;
  return <AskApproval wizard={wizard} isAsking={isAsking} onOpen={dialog.open} onClose={dialog.close} />;
}

/**
 * The open step, from 0 to `furthest`, and how to open another. It is kept with the other choices, for a
 * reload and a later visit, and stands in the URL, counted from 1, so that Back goes one step back.
 */
function useStep({ draft, change }: Wizard, furthest: number): [number, (step: number) => void] {
  const [named, setNamed] = useQueryParam('blast-step');
  const [isFound, setFound] = useState(false);
  const active = isFound ? Math.min(furthest, Math.max(0, Math.trunc(Number(named) || 1) - 1)) : draft.step;
  const shown = active === 0 ? '' : String(active + 1);
  // What was chosen before says where it goes on, whatever an old address says.
  useEffect(() => {
    if (isFound) return;
    if (named === shown) setFound(true);
    else setNamed(shown);
  }, [isFound, named, shown, setNamed]);
  useEffect(() => {
    if (draft.step !== active) change({ step: active });
  }, [draft.step, active, change]);
  const open = (step: number) => setNamed(step === 0 ? '' : String(step + 1), 'push');
  return [Math.min(active, furthest), open];
}

function useSteps(wizard: Wizard, name: string, furthest: number): WizardStep[] {
  const { draft, change, channels, lists, segments, problems } = wizard;
  const zone = useZone();
  const sender = senderOf(wizard);
  const chosen = [
    ...lists.filter((list) => draft.lists.includes(list.id)),
    ...segments.filter(({ id }) => id === draft.segment),
  ];
  const before = channels.length > 1 ? 1 : 0;
  const channelStep: WizardStep = {
    key: 'channel',
    title: wordings.steps.selectTargetChannel,
    summary: sender ? `${isolatedName(sender.name)} · ${phoneText(sender.number)}` : '',
    content: <ChannelStep wizard={wizard} />,
  };
  return [
    ...(before === 1 ? [channelStep] : []),
    {
      key: 'lists',
      title: wordings.steps.selectOneOrMoreTarget,
      summary: chosen.map(({ name: each }) => each).join(', '),
      content: <ListsStep wizard={wizard} name={name} />,
      problem: problems.lists,
    },
    {
      key: 'filters',
      title: wordings.steps.filterTargets,
      badge: String(draft.filters.filter(isComplete).length),
      summary:
        draft.filters.length === 0
          ? wordings.steps.noFilter
          : draft.filters.filter(isComplete).map(filterWords).join(', and '),
      content: (
        <>
          <TagFilterEditor
            filters={draft.filters}
            onChange={(filters) => change({ filters })}
            showMissing={furthest > before + 1}
          />
          <SaveAsSegment
            filters={draft.filters}
            segment={draft.segment}
            purpose={wordings.livePage.blastInSentence}
            onSaved={(segment) => change({ segment, filters: [] })}
          />
        </>
      ),
      problem: problems.filters,
    },
    {
      key: 'schedule',
      title: wordings.steps.schedule,
      summary: startLine(draft, zone),
      content: <BlastScheduleStep wizard={wizard} />,
    },
    {
      key: 'review',
      title: wordings.steps.review,
      summary: '',
      content: <ReviewStep wizard={wizard} name={name} />,
    },
  ];
}
