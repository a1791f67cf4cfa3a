/** The add-metric dialog: what kind of data, which one, and what it is called. */
import { Button, Group, Modal, Radio, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { type Datapoint, METRICS, type Metric, type ReportTile } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { IconChartLine, IconHash, IconTable } from '@tabler/icons-react';
import { type CSSProperties, type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { holdsTyped } from '../kit/holds-typed.ts';
import { CHOICES_WITHOUT_SEARCH } from '../kit/options-filter.ts';
import { LoadingRows } from '../kit/states.tsx';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';
import classes from './add-metric.module.css';
import { defaultName } from './report-layout.ts';
import { useDatapoints } from './use-datapoints.ts';
import { wordings } from './wordings.ts';

type NewTile = Pick<ReportTile, 'metricId' | 'datapointId' | 'title'>;

type AddMetricProps = { opened: boolean; onClose: () => void; onAdd: (tile: NewTile) => void };

const STEPS = [
  { title: wordings.addMetric.pickAMetric, question: wordings.addMetric.whatKindOfDataWill },
  { title: wordings.addMetric.pickADatapoint, question: wordings.addMetric.whichOneDoWeWant },
  { title: wordings.addMetric.pickAName, question: wordings.addMetric.whatWillWeName },
] as const;
const LAST = STEPS.length - 1;

const SLIDE = { '--slide': `${PAUSES_MS.metricSlide}ms` } as CSSProperties;

export function AddMetric({ opened, onClose, onAdd }: AddMetricProps) {
  return (
    <TextDialog opened={opened} onClose={onClose} withCloseButton={false} size="lg" padding={0}>
      <AddMetricSteps onClose={onClose} onAdd={onAdd} />
    </TextDialog>
  );
}

function AddMetricSteps({ onClose, onAdd }: Omit<AddMetricProps, 'opened'>) {
  const [step, setStep] = useState(0);
  const [metric, setMetric] = useState<Metric | null>(null);
  const [picked, setPicked] = useState<Datapoint | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const { datapoints, isLoading } = useDatapoints(metric);
  const datapoint = picked ?? datapoints[0] ?? null;
  const name = typed ?? (metric ? defaultName(metric, datapoint?.name ?? '') : '');
  const canGoOn = step === 0 ? metric !== null : step === 1 || name.trim() !== '';

  const forward = (event: FormEvent) => {
    event.preventDefault();
    if (!canGoOn || !metric) return;
    if (step < LAST) {
      setStep(step + 1);
      return;
    }
    onAdd({ metricId: metric.id, datapointId: datapoint?.id ?? 0, title: name.trim() });
    onClose();
  };
  const pick = (next: Metric) => {
    if (next.id === metric?.id) return;
    setMetric(next);
    setPicked(null);
    setTyped(null);
  };
  return (
    <form onSubmit={forward} className={classes.dialog} style={SLIDE}>
      <div className={classes.window}>
        <div className={classes.track} style={{ transform: `translateX(${(-100 / STEPS.length) * step}%)` }}>
          <Pane index={0} step={step}>
            <MetricChoice metric={metric} onPick={pick} />
          </Pane>
          <Pane index={1} step={step}>
            {metric?.list === null ? (
              <Text c="dimmed">{wordings.addMetric.coversTheWholeAccount(metric.title)}</Text>
            ) : isLoading ? (
              <LoadingRows rows={4} height={44} />
            ) : (
              <DatapointChoice
                datapoints={datapoints}
                chosen={datapoint}
                onPick={(next) => {
                  setPicked(next);
                  setTyped(null);
                }}
              />
            )}
          </Pane>
          <Pane index={2} step={step}>
            <TextInput
              label={wordings.addMetric.name}
              value={name}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={255}
              autoComplete="off"
            />
          </Pane>
        </div>
      </div>
      <Group justify="space-between" className={classes.buttons ?? ''}>
        {step === 0 ? (
          <Button variant="default" onClick={onClose}>
            {wordings.shared.close}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setStep(step - 1)}>
            {common.back}
          </Button>
        )}
        <Text c="dimmed" aria-hidden>
          {wordings.addMetric.of(step + 1, STEPS.length)}
        </Text>
        <Button type="submit" disabled={!canGoOn}>
          {step === LAST ? common.save : wordings.addMetric.next}
        </Button>
      </Group>
    </form>
  );
}

type PaneProps = {
  index: 0 | 1 | 2;
  step: number;
  children: ReactNode;
};

function Pane({ index, step, children }: PaneProps) {
  const { title, question } = STEPS[index];
  // The title of the step that is shown names the dialog.
  const Heading = index === step ? Modal.Title : 'h2';
  return (
    <section className={classes.pane} inert={index !== step} aria-label={title}>
      <Heading className={classes.title ?? ''}>{title}</Heading>
      <Text c="dimmed">{question}</Text>
      {/* Where Tab begins again, the dialog passes over what its style hides, not over what is inert. */}
      <div className={classes.body} style={index === step ? undefined : { display: 'none' }}>
        {children}
      </div>
    </section>
  );
}

const DISPLAY = {
  number: { icon: IconHash, words: wordings.addMetric.aNumber },
  table: { icon: IconTable, words: wordings.addMetric.aTable },
  line: { icon: IconChartLine, words: wordings.addMetric.aChartOverTime },
} as const;

/** One choice, in groups by what the figures are about. */
function MetricChoice({ metric, onPick }: { metric: Metric | null; onPick: (metric: Metric) => void }) {
  return (
    <Radio.Group
      label={<VisuallyHidden>{wordings.addMetric.metric}</VisuallyHidden>}
      value={metric ? String(metric.id) : null}
      onChange={(id) => {
        const picked = METRICS.find((each) => String(each.id) === id);
        if (picked) onPick(picked);
      }}
    >
      <div className={classes.groups}>
        {[...Map.groupBy(METRICS, ({ group }) => group)].map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as this group is
          <div key={group} role="group" aria-label={group} className={classes.group}>
            <Text fw={600}>{group}</Text>
            <div className={classes.cards}>
              {members.map((member) => {
                const { icon: Icon, words } = DISPLAY[member.displays[0] ?? 'number'];
                return (
                  <Radio.Card key={member.id} value={String(member.id)} className={classes.card ?? ''}>
                    <Icon size={20} stroke={1.5} aria-hidden />
                    <span>
                      <span className={classes.name}>{member.title}</span>
                      <span className={classes.words}>{words}</span>
                    </span>
                  </Radio.Card>
                );
              })}
            </div>
          </div>
        ))}
      </div>
    </Radio.Group>
  );
}

/** As many as can be looked through; the search narrows the rest down. */
const SHOWN = 100;

type DatapointChoiceProps = {
  datapoints: Datapoint[];
  chosen: Datapoint | null;
  onPick: (datapoint: Datapoint) => void;
};

function DatapointChoice({ datapoints, chosen, onPick }: DatapointChoiceProps) {
  const [search, setSearch] = useState('');
  const found = datapoints.filter(({ name }) => holdsTyped(name, search));
  const shown = found.slice(0, SHOWN);
  const stop = shown.find(({ id }) => id === chosen?.id) ?? shown[0];
  // Words and Enter pick the first that has them; Enter once more goes on with it.
  const pickFirst = (event: KeyboardEvent) => {
    const [first] = found;
    if (event.key !== 'Enter' || search === '' || (first && first.id === chosen?.id)) return;
    event.preventDefault();
    if (first) onPick(first);
  };
  if (datapoints.length === 0) {
    return <Text c="dimmed">{wordings.addMetric.theresNoneYet}</Text>;
  }
  return (
    <>
      {datapoints.length > CHOICES_WITHOUT_SEARCH && (
        <TextInput
          aria-label={wordings.addMetric.search}
          placeholder={wordings.addMetric.searchSentence}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={pickFirst}
          mb="xs"
        />
      )}
      <Radio.Group
        label={<VisuallyHidden>{wordings.addMetric.datapoint}</VisuallyHidden>}
        value={chosen ? String(chosen.id) : null}
        onChange={(id) => {
          const picked = shown.find((each) => String(each.id) === id);
          if (picked) onPick(picked);
        }}
      >
        <div className={classes.datapoints}>
          {shown.map(({ id, name }) => (
            <Radio.Card
              key={id}
              value={String(id)}
              // One stop for Tab; the arrows go along them.
              tabIndex={id === stop?.id ? 0 : -1}
              className={classes.datapoint ?? ''}
            >
              <bdi>{name}</bdi>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {found.length > SHOWN && (
        <Text c="dimmed">{wordings.addMetric.moreSearchToFind(found.length - SHOWN)}</Text>
      )}
      {found.length === 0 && <Text c="dimmed">{wordings.addMetric.nothingMatches}</Text>}
    </>
  );
}
