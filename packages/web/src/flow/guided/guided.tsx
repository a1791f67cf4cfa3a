import { Button, Center, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconEyeOff, IconForms, IconHash, IconSend } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { ScheduledNotice } from '../../blasts/index.ts';
import { useQueryParam } from '../../data/use-query-param.ts';
import { DeletedNotice, DeletedTemplateNotice } from '../../kit/deleted-notice.tsx';
import { NoCampaign } from '../../kit/no-campaign.tsx';
import { OptionsMenu } from '../../kit/options-menu.tsx';
import { Page } from '../../kit/page.tsx';
import { Rows } from '../../kit/rows.tsx';
import { EmptyState, LoadingRows } from '../../kit/states.tsx';
import { type WizardStep, WizardSteps } from '../../kit/wizard-steps.tsx';
import { common } from '../../kit/wordings.ts';
import { CreateFromTemplate } from '../../templates/index.ts';
import { CampaignName, useCampaignName } from '../editor/campaign-name.tsx';
import { CheckPanel } from '../editor/check-panel.tsx';
import { Conflict } from '../editor/conflict.tsx';
import { FailedMark } from '../editor/failed-mark.tsx';
import { FindingsContext, useCheck, useDraft } from '../editor/findings.ts';
import { SaveIndicator } from '../editor/header-tools.tsx';
import { NotOpened } from '../editor/not-opened.tsx';
import { ChangedMark } from '../editor/others-changes.tsx';
import { StepFindings } from '../editor/step-findings.tsx';
import { NamesContext, useNames, useNamesOfAccount } from '../editor/use-names.ts';
import { WhoIsHere } from '../editor/who-is-here.tsx';
import { flowParams } from '../params.ts';
import { Phone } from '../phone/phone.tsx';
import { STEP_LOOKS, summaryOf } from '../steps/looks.ts';
import { StepForm } from '../steps/step-form.tsx';
import type { Entry } from '../store/entry.ts';
import { FlowContext, useFlow, useFlowSave, useFlowState, useOpenFlow } from '../store/use-flow.ts';
import { ReachedDraftNotice } from '../versions/reached-draft-notice.tsx';
import classes from './guided.module.css';
import { wordings } from './wordings.ts';

/** `/campaign/edit/{CID?}/{TID?}/{TEID?}` */
export function GuidedConfiguration() {
  const { campaign, template, isTemplate } = flowParams(useParams());
  if (campaign > 0)
    return <Opened key={`${campaign}-${isTemplate}`} campaign={campaign} isTemplate={isTemplate} />;
  if (template > 0) return <CreateFromTemplate template={template} />;
  return <NoCampaign title={common.guidedConfiguration} />;
}

function Opened({ campaign, isTemplate }: { campaign: number; isTemplate: boolean }) {
  return (
    <FlowContext value={useOpenFlow(campaign, isTemplate)}>
      <Guided />
    </FlowContext>
  );
}

function Guided() {
  const phase = useFlowState((state) => state.phase);
  const error = useFlowState((state) => state.error);
  return phase === 'failed' ? <NotOpened screen={common.guidedConfiguration} error={error} /> : <Screen />;
}

function Screen() {
  const { campaign, isTemplate } = useFlow();
  const name = useCampaignName();
  const draft = useDraft();
  const isLoading = useFlowState((state) => state.phase === 'loading');
  const names = useNamesOfAccount();
  const editor = isTemplate ? `/campaign/editor/${campaign}/0/${campaign}` : `/campaign/editor/${campaign}`;
  return (
    <NamesContext value={names}>
      <FindingsContext value={useCheck(draft)}>
        <Page
          title={common.guidedConfiguration}
          of={name.name}
          heading={<CampaignName screen={common.guidedConfiguration} value={name} />}
          crumbs={[{ label: common.campaigns, to: '/campaign/manage' }]}
          about={<WhoIsHere />}
          tools={
            <>
              <SaveIndicator />
              <CheckPanel />
              <OptionsMenu label={common.options}>
                <Menu.Item component={Link} to={editor} leftSection={<IconForms size={16} />}>
                  {common.flowEditor}
                </Menu.Item>
                {!isTemplate && (
                  <Menu.Item
                    component={Link}
                    to={`/campaign/keyword/${campaign}`}
                    leftSection={<IconHash size={16} />}
                  >
                    {common.keyword}
                  </Menu.Item>
                )}
              </OptionsMenu>
            </>
          }
        >
          {isTemplate ? <DeletedTemplateNotice template={campaign} /> : <DeletedNotice campaign={campaign} />}
          {!isTemplate && <ScheduledNotice campaign={campaign} />}
          {!isTemplate && <ReachedDraftNotice />}
          <div className={classes.guided} data-loading={isLoading || undefined}>
            <Steps editor={editor} />
            <aside className={classes.phone}>
              <Phone draft={draft} isLoading={isLoading} names={names} />
            </aside>
          </div>
        </Page>
      </FindingsContext>
    </NamesContext>
  );
}

function Steps({ editor }: { editor: string }) {
  const { phase, entries } = useFlowState((state) => state);
  const shown = useMemo(() => entries.filter(({ step }) => step.inGuide), [entries]);
  if (phase === 'loading')
    return (
      <Rows>
        <LoadingRows rows={4} height={60} />
      </Rows>
    );
  if (shown.length > 0) return <Stepper shown={shown} />;
  return (
    <div className="card">
      <EmptyState
        icon={IconEyeOff}
        title={wordings.guided.noStepIsShownHere}
        action={
          <Button component={Link} to={editor}>
            {wordings.guided.openTheFlowEditor}
          </Button>
        }
      >
        {wordings.guided.theFlowEditorHasAll}
      </EmptyState>
    </div>
  );
}

/** Step after step; behind the last one the campaign is set up. */
function Stepper({ shown }: { shown: Entry[] }) {
  const { flow } = useFlow();
  const names = useNames();
  // In the URL, counted from 1 (past the last one: finished), so that a reload and a look at another screen
  // come back to it.
  const [named, setNamed] = useQueryParam('step');
  const at = Math.min(shown.length, Math.max(1, Math.trunc(Number(named)) || 1) - 1);
  const [furthest, setFurthest] = useState(at);
  const goTo = (index: number) => {
    flow.flush();
    setNamed(index === 0 ? '' : String(index + 1), 'push');
    setFurthest(Math.max(furthest, index));
  };
  if (at >= shown.length) return <Finished onStartOver={() => goTo(0)} />;
  const steps: WizardStep[] = shown.map((entry) => ({
    key: entry.key,
    title: entry.step.description.trim() || STEP_LOOKS[entry.step.type].name,
    summary: (
      <>
        {summaryOf(entry.step, names) || wordings.guided.notSetYet}
        <Changed step={entry.step.id} />
      </>
    ),
    content: <GuidedStep entry={entry} />,
    ...(entry.save.state === 'failed' && { problem: wordings.guided.notSavedYet }),
  }));
  return (
    <WizardSteps
      label={wordings.guided.stepsToSetUp}
      steps={steps}
      active={at}
      onPick={goTo}
      furthest={Math.min(furthest, shown.length - 1)}
      buttons={
        <>
          <Button variant="default" disabled={at === 0} onClick={() => goTo(at - 1)}>
            {common.back}
          </Button>
          <Button onClick={() => goTo(at + 1)}>
            {at === shown.length - 1 ? wordings.guided.finish : wordings.guided.next}
          </Button>
        </>
      }
    />
  );
}

/** In the corner of its step: nothing moves when it comes and goes. */
const Changed = ({ step }: { step: number }) => (
  <span className={classes.changed}>
    <ChangedMark step={step} />
  </span>
);

function GuidedStep({ entry }: { entry: Entry }) {
  const { guide, id } = entry.step;
  return (
    <Stack gap="md">
      <Changed step={id} />
      <Conflict entry={entry} />
      <FailedMark entry={entry} />
      {guide !== '' && (
        <Text c="dimmed" className={classes.guide}>
          {guide}
        </Text>
      )}
      <StepForm entryKey={entry.key} simple />
      <StepFindings step={id} />
    </Stack>
  );
}

function Finished({ onStartOver }: { onStartOver: () => void }) {
  const { campaign, isTemplate } = useFlow();
  const { state } = useFlowSave();
  return (
    <Center className={`card ${classes.finished}`}>
      <Stack align="center" gap="sm">
        <IconCircleCheck size={48} stroke={1.5} color="var(--parley-accent-text)" aria-hidden />
        <Title order={2}>{wordings.guided.finished}</Title>
        <Text c="dimmed" ta="center" maw={400}>
          {state === 'failed' ? wordings.guided.butNotEverythingIsSaved : wordings.guided.yourTextsAreSaved}
        </Text>
        {!isTemplate && (
          <Group gap="xs" justify="center">
            <Button component={Link} to={`/blast/${campaign}`} leftSection={<IconSend size={16} />}>
              {common.blast}
            </Button>
            <Button
              component={Link}
              to={`/campaign/keyword/${campaign}`}
              variant="default"
              leftSection={<IconHash size={16} />}
            >
              {common.keyword}
            </Button>
          </Group>
        )}
        <Button variant="subtle" onClick={onStartOver}>
          {wordings.guided.startOver}
        </Button>
      </Stack>
    </Center>
  );
}
