/** The wizard's steps with their buttons: Back, Next and, on the last one, Send Now. */
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useZone } from '../data/use-account.ts';
import { phoneText } from '../kit/phone-text.ts';
import { type WizardStep, WizardSteps } from '../kit/wizard-steps.tsx';
import { isComplete, type Sent } from './review.ts';
import { ReviewStep, SendNow } from './review-step.tsx';
import { startLine } from './schedule.ts';
import { ChannelStep } from './steps/channel-step.tsx';
import { ListsStep } from './steps/lists-step.tsx';
import { ScheduleStep } from './steps/schedule-step.tsx';
import { filterWords, TagFilterEditor } from './tag-filter-editor.tsx';
import { senderOf, type Wizard } from './use-wizard.ts';

type StepsProps = { wizard: Wizard; name: string; onSent: (sent: Sent) => void };

/** A step and what keeps it from being left forward; empty: nothing. */
type BlastStep = WizardStep & { problem: string };

export function Steps({ wizard, name, onSent }: StepsProps) {
  const { draft, change } = wizard;
  const [showProblem, setShowProblem] = useState(false);
  const [furthest, setFurthest] = useState(draft.step);
  const steps = useSteps(wizard, name, showProblem);
  const firstProblem = steps.findIndex((step) => step.problem !== '');
  const last = steps.length - 1;
  // A draft of another day may stand on a step whose choices are gone.
  const active = Math.min(draft.step, firstProblem === -1 ? last : firstProblem);
  const problem = steps[active]?.problem ?? '';

  const go = (step: number) => {
    setShowProblem(false);
    setFurthest((before) => Math.max(before, step));
    change({ step });
  };
  const next = () => (problem === '' ? go(active + 1) : setShowProblem(true));

  return (
    <WizardSteps
      label="Steps of the blast"
      steps={steps}
      active={active}
      furthest={Math.max(active, Math.min(furthest, firstProblem === -1 ? last : firstProblem))}
      onPick={go}
      buttons={
        <>
          <Button variant="default" onClick={() => go(active - 1)} disabled={active === 0}>
            Back
          </Button>
          {active < last ? (
            <Button onClick={next}>Next</Button>
          ) : (
            <SendNow wizard={wizard} name={name} onSent={onSent} />
          )}
          {showProblem && problem !== '' && (
            <Text c="var(--mantine-color-error)" role="alert" w="100%">
              {problem}
            </Text>
          )}
        </>
      }
    />
  );
}

function useSteps(wizard: Wizard, name: string, showProblem: boolean): BlastStep[] {
  const { draft, change, channels, lists } = wizard;
  const zone = useZone();
  const sender = senderOf(wizard);
  const chosen = lists.filter((list) => draft.lists.includes(list.id));
  const incomplete = draft.filters.some((filter) => !isComplete(filter));
  const channelStep: BlastStep = {
    key: 'channel',
    title: 'Select Target Channel',
    summary: sender ? `${sender.name} · ${phoneText(sender.number)}` : '',
    content: <ChannelStep wizard={wizard} />,
    problem: '',
  };
  return [
    ...(channels.length > 1 ? [channelStep] : []),
    {
      key: 'lists',
      title: 'Select one or more target lists',
      summary: chosen.map((list) => list.name).join(', '),
      content: <ListsStep wizard={wizard} name={name} />,
      problem: draft.lists.length === 0 ? 'Choose at least one list.' : '',
    },
    {
      key: 'filters',
      title: 'Filter Targets',
      badge: String(draft.filters.length),
      summary:
        draft.filters.length === 0
          ? 'No filter: everybody on the lists'
          : draft.filters.filter(isComplete).map(filterWords).join(', and '),
      content: (
        <TagFilterEditor
          filters={draft.filters}
          onChange={(filters) => change({ filters })}
          showMissing={showProblem}
        />
      ),
      problem: incomplete ? 'Choose a tag for every filter, or remove the filter.' : '',
    },
    {
      key: 'schedule',
      title: 'Schedule',
      summary: startLine(draft, zone),
      content: <ScheduleStep wizard={wizard} />,
      problem: '',
    },
    {
      key: 'review',
      title: 'Review',
      summary: '',
      content: <ReviewStep wizard={wizard} name={name} />,
      problem: '',
    },
  ];
}
