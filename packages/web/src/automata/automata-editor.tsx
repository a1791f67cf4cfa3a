import { Button, Group, Skeleton, Stack, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import type { ComponentProps } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { Reserved } from '../account/reserved.tsx';
import { useMaySend } from '../account/sender-only.tsx';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { GoneNotice } from '../kit/gone-notice.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { SaveMark } from '../kit/save-mark.tsx';
import { useStepFocus } from '../kit/use-step-focus.ts';
import { common } from '../kit/wordings.ts';
import classes from './automata.module.css';
import { AutomataSummary } from './automata-summary.tsx';
import { AutomataScheduleStep, TypeStep } from './schedule-steps.tsx';
import { CampaignStep, EnabledStep, ListStep, SegmentStep } from './target-steps.tsx';
import { type AutomatonData, useAutomaton, useAutomatonName } from './use-automaton.ts';
import { wordings } from './wordings.ts';

const MANAGER = { label: wordings.shared.automataManager, to: '/automata/manager' };
const LAST_STEP = 5;
const { BY_EVENT } = SCHEDULE_TYPES;
/** Of those that what happens starts. */
const EVENT_TITLES: Record<number, string> = {
  1: wordings.automataEditor.whatStartsIt,
  3: wordings.automataEditor.whoItIsFor,
};
const TITLES = [
  wordings.shared.selectAutomataType,
  wordings.automataEditor.scheduleOptions,
  wordings.automataEditor.selectTargetCampaign,
  wordings.automataEditor.selectTargetList,
  wordings.automataEditor.switchItOn,
  wordings.automataEditor.summary,
];

export function AutomataEditor() {
  const id = Number(useParams().AID ?? 0);
  return id > 0 ? <Editor key={id} id={id} /> : <Navigate to="/automata/manager" replace />;
}

function Editor({ id }: { id: number }) {
  const { loaded, data, change, save } = useAutomaton(id);
  const maySend = useMaySend();
  const campaigns = useCall(calls.campaigns.list, {
    start: 0,
    search: '',
    length: PAGE_LIMITS.picker,
    show: 'all',
    runsOf: undefined,
  });
  const channels = useCall(calls.channels.list, { search: '' });
  const lists = useCall(calls.lists.list, { filter: '', search: '' });
  // For the filter editor, which then opens complete (specification, section 4).
  useCall(calls.tags.list, { filter: '' });
  const [stepText, setStep] = useQueryParam('step');
  const step = Math.min(LAST_STEP, Math.max(0, Math.trunc(Number(stepText)) || 0));
  const heading = useStepFocus<HTMLHeadingElement>(step);
  const goTo = (next: number) => setStep(next === 0 ? '' : String(next), 'push');

  if (loaded.error && !data)
    return (
      <Page title={wordings.shared.automataEditor} crumbs={[MANAGER]}>
        <LoadFailed
          what={wordings.shared.automata}
          error={loaded.error}
          onRetry={() => void loaded.refetch()}
          back={{ label: wordings.automataEditor.showAllAutomata, to: MANAGER.to }}
        />
      </Page>
    );
  const parts = data && { data, change };
  const isByEvent = data?.type === BY_EVENT;
  return (
    <Page
      title={wordings.shared.automataEditor}
      of={data?.name}
      crumbs={[MANAGER]}
      heading={
        <>
          <VisuallyHidden component="h1">{data?.name ?? wordings.shared.automataEditor}</VisuallyHidden>
          {data ? <EditorName id={id} name={data.name} /> : <Skeleton height={36} width={320} mt={4} />}
        </>
      }
      tools={
        <>
          <SaveMark status={save} onRetry={save.retry} />
          {isByEvent && (
            <Button component={Link} to={`/automata/history/${id}`} variant="default">
              {wordings.automataEditor.history}
            </Button>
          )}
        </>
      }
    >
      <GoneNotice what={wordings.shared.automata} error={loaded.error} />
      <div className={classes.columns}>
        <AutomataSummary
          data={data}
          campaigns={campaigns.data?.campaigns}
          lists={lists.data?.lists}
          channels={channels.data?.channels}
          step={step}
          onStep={goTo}
        />
        <section className={`card ${classes.step}`}>
          <Title order={2} mb="md" ref={heading} tabIndex={-1}>
            {(isByEvent ? EVENT_TITLES[step] : undefined) ?? TITLES[step]}
          </Title>
          {parts ? (
            <Reserved isMine={maySend || !parts.data.enabled} why={wordings.automataEditor.othersChangeIt}>
              <StepContent
                {...parts}
                step={step}
                campaigns={campaigns.data?.campaigns}
                channels={channels.data?.channels ?? []}
                lists={lists.data?.lists}
              />
            </Reserved>
          ) : (
            <Stack gap="lg" role="status" aria-label={common.loading}>
              {[120, 180, 140, 200, 160].map((width) => (
                <Skeleton key={width} height={16} width={width} />
              ))}
            </Stack>
          )}
          <Group justify="flex-end" gap="xs" mt="xl">
            {step > 0 && step < LAST_STEP && (
              <Button variant="default" onClick={() => goTo(step - 1)}>
                {common.back}
              </Button>
            )}
            {step < 4 && <Button onClick={() => goTo(step + 1)}>{wordings.automataEditor.continue}</Button>}
            {step === 4 && (
              <Button onClick={() => goTo(LAST_STEP)}>{wordings.automataEditor.finished}</Button>
            )}
            {step === LAST_STEP && (
              <Button variant="default" onClick={() => goTo(0)}>
                {wordings.automataEditor.startOver}
              </Button>
            )}
          </Group>
        </section>
      </div>
    </Page>
  );
}

type StepContentProps = ComponentProps<typeof CampaignStep> &
  Pick<ComponentProps<typeof ListStep>, 'lists'> & { step: number };

function StepContent({ data, change, step, campaigns, channels, lists }: StepContentProps) {
  const isByEvent = data.type === BY_EVENT;
  switch (step) {
    case 0:
      return <TypeStep data={data} change={change} />;
    case 1:
      return <AutomataScheduleStep data={data} change={change} />;
    case 2:
      return <CampaignStep data={data} change={change} campaigns={campaigns} channels={channels} />;
    case 3:
      return isByEvent ? (
        <SegmentStep data={data} change={change} />
      ) : (
        <ListStep data={data} change={change} lists={lists} />
      );
    case 4:
      return <EnabledStep data={data} change={change} />;
    default:
      return <p className={classes.words}>{doneWords(data)}</p>;
  }
}

function doneWords({ enabled, type }: AutomatonData): string {
  const words = wordings.automataEditor;
  if (!enabled) return words.thisAutomataIsOff;
  return type === BY_EVENT ? words.thisAutomataIsByEvent : words.thisAutomataIs;
}

function EditorName({ id, name }: { id: number; name: string }) {
  const save = useAutomatonName(id);
  return (
    <Group gap="sm">
      <TextInput
        aria-label={wordings.shared.automataName}
        value={save.unsaved ?? name}
        onChange={(event) => save.change(event.currentTarget.value)}
        maxLength={TEXT_LIMITS.name}
        autoComplete="off"
        className={classes.name}
      />
      <SaveMark status={save} onRetry={save.retry} />
    </Group>
  );
}
