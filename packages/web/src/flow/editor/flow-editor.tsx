import { Box, Button, SegmentedControl, Skeleton } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import { IconSend } from '@tabler/icons-react';
import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useEffect, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { ScheduledNotice } from '../../blasts/index.ts';
import { useQueryParam } from '../../data/use-query-param.ts';
import { DeletedNotice, DeletedTemplateNotice } from '../../kit/deleted-notice.tsx';
import { NoCampaign } from '../../kit/no-campaign.tsx';
import { Notice } from '../../kit/notice.tsx';
import { Page } from '../../kit/page.tsx';
import { useShortcut } from '../../kit/shortcuts.ts';
import { LoadingCards } from '../../kit/states.tsx';
import { common } from '../../kit/wordings.ts';
import { CreateFromTemplate } from '../../templates/index.ts';
import { LanguageBar } from '../languages/language-bar.tsx';
import { flowParams } from '../params.ts';
import phone from '../phone/phone.module.css';
import { Phone } from '../phone/phone.tsx';
import { FlowContext, useFlow, useFlowState, useOpenFlow } from '../store/use-flow.ts';
import { LiveVersionMark } from '../versions/live-version.tsx';
import { PublishButton } from '../versions/publish-dialog.tsx';
import { ReachedDraftNotice } from '../versions/reached-draft-notice.tsx';
import { UnfinishedNotice } from '../versions/unfinished-notice.tsx';
import { CampaignName, useCampaignName } from './campaign-name.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { toggleSelected } from './chosen-steps.ts';
import { DragArea } from './drag-area.tsx';
import classes from './editor.module.css';
import { FindBar } from './find-bar.tsx';
import {
  DraftContext,
  FindingsContext,
  UntoldContext,
  useCheck,
  useCheckedDraft,
  useDraft,
  useSpoken,
} from './findings.ts';
import { HeaderTools } from './header-tools.tsx';
import { NotOpened } from './not-opened.tsx';
import { OpenSteps } from './open-steps.tsx';
import { Palette } from './palette.tsx';
import { QuickAdd } from './quick-add.tsx';
import { StepList } from './step-list.tsx';
import { TextTable } from './text-table.tsx';
import { type Pane, resetUi, useEditorUi, type View } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { NamesContext, useNames, useNamesOfAccount } from './use-names.ts';
import { WhoIsHere } from './who-is-here.tsx';
import { wordings } from './wordings.ts';

/** `/campaign/editor/{CID?}/{TID?}/{TEID?}` */
export function FlowEditor() {
  const { campaign, template, isTemplate } = flowParams(useParams());
  if (campaign > 0)
    return <Opened key={`${campaign}-${isTemplate}`} campaign={campaign} isTemplate={isTemplate} />;
  if (template > 0) return <CreateFromTemplate template={template} />;
  return <NoCampaign title={common.flowEditor} />;
}

type OpenedProps = { campaign: number; isTemplate: boolean };

/** The address names the open steps: a new one of those draws nothing here again. */
const Opened = memo(function Opened({ campaign, isTemplate }: OpenedProps) {
  const open = useOpenFlow(campaign, isTemplate);
  useEffect(() => resetUi, []);
  return (
    <FlowContext value={open}>
      <Editor />
    </FlowContext>
  );
});

/** The editor, unless its campaign could not be read. */
function Editor() {
  const phase = useFlowState((state) => state.phase);
  const error = useFlowState((state) => state.error);
  return phase === 'failed' ? <NotOpened screen={common.flowEditor} error={error} /> : <Screen />;
}

function Screen() {
  const { campaign, isTemplate } = useFlow();
  const name = useCampaignName();
  const names = useNamesOfAccount();
  return (
    <NamesContext value={names}>
      <Checked>
        <Page
          title={common.flowEditor}
          of={name.name}
          heading={<CampaignName screen={common.flowEditor} value={name} />}
          crumbs={[{ label: common.campaigns, to: '/campaign/manage' }]}
          width="wide"
          isSticky
          about={
            <span className={classes.about}>
              {!isTemplate && <LiveVersionMark />}
              <WhoIsHere />
            </span>
          }
          tools={<HeaderTools name={name.name} />}
          action={
            !isTemplate && (
              <>
                <PublishButton />
                <Button
                  component={Link}
                  to={`/blast/${campaign}`}
                  leftSection={<IconSend size={16} />}
                  className={classes.iconIfNarrow ?? ''}
                >
                  {common.blast}
                </Button>
              </>
            )
          }
        >
          {isTemplate ? (
            <>
              <DeletedTemplateNotice template={campaign} />
              <Box mb="md">
                <Notice>{wordings.flowEditor.youreEditingATemplate}</Notice>
              </Box>
            </>
          ) : (
            <>
              <DeletedNotice campaign={campaign} />
              <ScheduledNotice campaign={campaign} />
              <ReachedDraftNotice />
              <UnfinishedNotice />
            </>
          )}
          <Panes />
        </Page>
      </Checked>
    </NamesContext>
  );
}

/** Knows the draft and its faults: drawn again when a text changed, unlike the page within. */
function Checked({ children }: { children: ReactNode }) {
  const draft = useDraft();
  const found = useCheck(draft);
  const told = useSpoken(found);
  const errors = (findings: Finding[] | null) =>
    findings?.filter(({ severity }) => severity === 'error').length ?? 0;
  return (
    <DraftContext value={draft}>
      <UntoldContext value={errors(found) > errors(told)}>
        <FindingsContext value={told}>{children}</FindingsContext>
      </UntoldContext>
    </DraftContext>
  );
}

const PANES: { value: Pane; label: string }[] = [
  { value: 'add', label: wordings.flowEditor.add },
  { value: 'steps', label: wordings.shared.steps },
  { value: 'phone', label: wordings.flowEditor.phone },
];
const showLive = (liveStep: number) => useEditorUi.setState({ liveStep });

function Panes() {
  const pane = useEditorUi((ui) => ui.pane);
  const view = useEditorUi((ui) => ui.view);
  const { nextPosition } = useStepActions();
  useShortcut('x', wordings.shared.selectTheStep, toggleSelected);
  useShortcut('/', wordings.shared.addAStep, () => useEditorUi.setState({ quickAddAt: nextPosition() }));
  return (
    <DragArea>
      <div className={classes.frame}>
        <div className={classes.editor} data-pane={pane} data-view={view}>
          <SegmentedControl
            className={classes.tabs ?? ''}
            aria-label={wordings.flowEditor.whatToShow}
            fullWidth
            data={PANES}
            value={pane}
            onChange={(value) => useEditorUi.setState({ pane: value as Pane })}
          />
          <div className={classes.left}>
            <Palette />
          </div>
          <div className={classes.middle}>
            <FindBar />
            <Steps />
            <ChosenBar />
          </div>
          <div className={classes.right}>
            <Preview />
          </div>
        </div>
      </div>
      <QuickAdd />
      <OpenSteps />
    </DragArea>
  );
}

function Preview() {
  // The steps come first; the phone, with the engine that runs them, after them.
  const isRead = useDeferredValue(
    useFlowState((state) => state.phase !== 'loading'),
    false,
  );
  const draft = useCheckedDraft();
  const names = useNames();
  const language = useEditorUi((ui) => ui.language);
  const { goTo } = useStepActions();
  if (!isRead)
    return (
      <div className={phone.preview} aria-hidden>
        <div className={phone.phone}>
          <div className={phone.log}>
            <Skeleton height={56} width="78%" radius="lg" />
          </div>
        </div>
      </div>
    );
  return (
    <Phone draft={draft} isSimulator names={names} language={language} onStep={goTo} onLive={showLive} />
  );
}

/** Libraries of the map stay away until it is looked at. */
const FlowMap = lazy(() => import('../map/flow-map.tsx').then((module) => ({ default: module.FlowMap })));

const VIEWS: { value: View; label: string }[] = [
  { value: 'list', label: common.list },
  { value: 'map', label: wordings.flowEditor.map },
  { value: 'texts', label: wordings.flowEditor.texts },
];

function Steps() {
  const isRead = useFlowState((state) => state.phase !== 'loading');
  // Map and table are drawn a slice at a time: the page answers meanwhile. The list draws what is in view.
  const isDrawn = useDeferredValue(isRead, false);
  const hasSteps = useFlowState((state) => state.steps.length > 0);
  const view = useView();
  const isLoading = view === 'list' ? !isRead : !isDrawn;
  const loading = <LoadingCards cards={5} height={72} className={classes.loading ?? ''} />;
  return (
    <>
      <SegmentedControl
        aria-label={wordings.flowEditor.howToShowTheSteps}
        size="xs"
        // Above the first card there is a gap already, to put a step into.
        mb={view === 'list' ? 4 : 'md'}
        data={VIEWS}
        value={view}
        onChange={(value) => useEditorUi.setState({ view: value as View })}
      />
      <LanguageBar />
      {isLoading ? (
        loading
      ) : view === 'map' && hasSteps ? (
        <Suspense fallback={loading}>
          <DraftMap />
        </Suspense>
      ) : view === 'texts' && hasSteps ? (
        <TextTable />
      ) : (
        <StepList />
      )}
    </>
  );
}

function DraftMap() {
  const draft = useCheckedDraft();
  return <FlowMap draft={draft} />;
}

/** List, map or texts; the address says which, so that a reload and a link keep it. */
function useView(): View {
  const [named, name] = useQueryParam('view');
  const view = useEditorUi((ui) => ui.view);
  const first = useRef(VIEWS.find(({ value }) => value === named && value !== 'list')?.value);
  useEffect(() => {
    if (first.current) useEditorUi.setState({ view: first.current });
    else name(view === 'list' ? '' : view);
    first.current = undefined;
  }, [view, name]);
  return view;
}
