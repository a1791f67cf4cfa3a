/**
 * The flow as a map: drawn from the same draft as the list, and changed by the same means; with how far
 * conversations got. Of a version that was published, to be looked at alone.
 */
import { Box, Text } from '@mantine/core';
import type { Flow } from '@parley/engine/flow.ts';
import { ReactFlowProvider } from '@xyflow/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useZone } from '../../data/use-account.ts';
import { formatDate } from '../../kit/date-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { FailedState, LoadingCards } from '../../kit/states.tsx';
import { useEditorUi } from '../editor/ui-state.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { useFlow, useFlowState } from '../store/use-flow.ts';
import { plain, useVersion } from '../versions/use-flow-versions.ts';
import { Canvas, type Sought } from './canvas.tsx';
import { ConnectDialog, type Connecting } from './connect-dialog.tsx';
import { CountPeople } from './count-people.tsx';
import { graphOf } from './graph.ts';
import { KeptCounts } from './kept-counts.tsx';
import classes from './map.module.css';
import { MapBar } from './map-bar.tsx';
import { type MapActions, MapContext, type OpenedCount } from './map-context.ts';
import { MapTable } from './map-table.tsx';
import { PublishedStep, StepPanel } from './step-panel.tsx';
import { type CountScope, type MapCounts, useCountScope, useStepCounts } from './use-step-counts.ts';
import { wordings } from './wordings.ts';

const words = wordings.flowMap;

export function FlowMap({ draft }: { draft: Flow }) {
  const scope = useCountScope();
  const number = scope.version ?? 0;
  const version = useVersion(number);
  const published = useMemo(
    () => (version.data ? { ...draft, steps: plain(version.data.steps) } : null),
    [version.data, draft],
  );
  return (
    <section aria-label={words.mapOfTheSteps}>
      <ReactFlowProvider>
        <Shown
          flow={number > 0 ? published : draft}
          scope={scope}
          failed={
            number > 0 && version.error ? (
              <FailedState
                title={words.couldntLoadVersion}
                error={version.error}
                onRetry={() => void version.refetch()}
              />
            ) : null
          }
        />
      </ReactFlowProvider>
    </section>
  );
}

type ShownProps = { flow: Flow | null; scope: CountScope; failed: ReactNode };

/** The map of what is looked at, and what is open of it. */
function Shown({ flow, scope, failed }: ShownProps) {
  const isReadOnly = (scope.version ?? 0) > 0;
  const graph = useMemo(() => graphOf(flow ?? NO_FLOW), [flow]);
  const { counts, failed: uncounted, retry } = useStepCounts(scope);
  const [opened, setOpened] = useState<OpenedCount | null>(null);
  const [sought, setSought] = useState<Sought | null>(null);
  const [looked, setLooked] = useState<number | null>(null);
  const [connecting, setConnecting] = useState<Connecting | null>(null);
  const edited = useEdited();
  const { goTo } = useStepActions();
  const openStep = (step: number) => (isReadOnly ? setLooked(step) : goTo(step));
  const insertOn = useInsertOn();
  const map = useMemo(
    (): MapActions => ({
      isReadOnly,
      counts,
      openCount: setOpened,
      connect: (step, port) => setConnecting({ step, port }),
      insertOn,
    }),
    [isReadOnly, counts, insertOn],
  );
  return (
    <MapContext value={map}>
      <MapBar graph={graph} scope={scope} onFind={(step) => setSought({ step })} />
      {isReadOnly && (
        <Box mb="xs">
          <Notice>{words.asPublished(scope.version ?? 0)}</Notice>
        </Box>
      )}
      <KeptCounts goneBefore={counts?.goneBefore ?? ''} />
      {failed ?? (flow === null && <LoadingCards cards={3} height={100} />)}
      {flow !== null && (
        <div className={classes.frame}>
          <Canvas
            graph={graph}
            sought={sought}
            open={isReadOnly ? looked : (edited?.id ?? null)}
            onStep={openStep}
          />
          {isReadOnly && looked !== null && (
            <PublishedStep graph={graph} step={looked} onClose={() => setLooked(null)} />
          )}
          {!isReadOnly && edited && <StepPanel key={edited.key} entryKey={edited.key} />}
        </div>
      )}
      {uncounted && (
        <FailedState title={words.couldntCountHowFarContacts} error={uncounted} onRetry={retry} />
      )}
      {counts && <Note counts={counts} scope={scope} />}
      <MapTable graph={graph} onStep={openStep} />
      <CountPeople graph={graph} scope={scope} count={opened} onClose={() => setOpened(null)} />
      {!isReadOnly && <ConnectDialog asked={connecting} onClose={() => setConnecting(null)} />}
    </MapContext>
  );
}

const NO_FLOW: Flow = { campaignId: 0, version: 0, steps: [] };

/** The step that is edited beside the map, while it is there. */
function useEdited(): { key: string; id: number } | null {
  const beside = useEditorUi((ui) => ui.beside);
  const id = useFlowState(({ entries }) => entries.find(({ key }) => key === beside)?.step.id);
  return beside !== null && id !== undefined ? { key: beside, id } : null;
}

/** Asks for a type, and puts a step of it on the way between two. */
function useInsertOn(): MapActions['insertOn'] {
  const { flow } = useFlow();
  const { insertBetween } = useStepActions();
  return useCallback(
    (from, to) => {
      const { entries } = flow.store.getState();
      const key = entries.find(({ step }) => step.id === from)?.key;
      const position = entries.find(({ step }) => step.id === to)?.step.position;
      if (key === undefined || position === undefined) return;
      useEditorUi.setState({
        quickAddAt: position,
        quickAddInto: (type) => insertBetween(key, to, type),
      });
    },
    [flow, insertBetween],
  );
}

function Note({ counts, scope }: { counts: MapCounts; scope: CountScope }) {
  const zone = useZone();
  const since = counts.since === '' ? '' : formatDate(counts.since, zone, 'date');
  const told = [
    words.whatIsCounted,
    scope.from !== '' && words.waitingIsNow,
    counts.hasEarlier && words.earlier(since),
    counts.isPartial && words.tooManyToCountExactly,
  ];
  return (
    <Text className={classes.note ?? ''} size="xs">
      {told.filter(Boolean).join(' ')}
    </Text>
  );
}
