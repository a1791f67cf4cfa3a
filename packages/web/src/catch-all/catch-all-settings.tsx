import { Anchor, Button, Group, Select, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { DatePickerInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { calls, type ReplyOf } from '@parley/contract';
import { CATCH_ALL, PAGE_LIMITS } from '@parley/rules/limits.ts';
import type { DayHours } from '@parley/rules/opening-hours.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { changedOf, isChanged, useChanges } from '../data/stored-form.ts';
import { wordsOf } from '../data/toasts.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { Notice } from '../kit/notice.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import classes from './catch-all.module.css';
import { WeekHours } from './week-hours.tsx';
import { wordings } from './wordings.ts';

const words = wordings.catchAllSettings;
type Stored = ReplyOf<typeof calls.catchAll.load>;
type Campaign = { id: number; name: string; state: Stored['campaignState'] };
type Week = (DayHours | null)[];

const NINE_TO_FIVE = { from: '09:00', to: '17:00' };
const USUAL_WEEK: Week = [...Array<DayHours>(5).fill(NINE_TO_FIVE), null, null];
const PICKED = {
  start: 0,
  search: '',
  length: PAGE_LIMITS.picker,
  show: 'active' as const,
  runsOf: undefined,
};

/** What answers the texts on a channel that nothing else understands. `channel` is its id. */
export function CatchAllSettings({ channel }: { channel: number }) {
  const { data, error, refetch } = useCall(calls.catchAll.load, { channel });
  return (
    <section className={`card ${classes.section}`} aria-labelledby="catch-all">
      <div>
        <Title order={2} id="catch-all">
          {words.title}
        </Title>
        <Text c="dimmed">{words.about}</Text>
      </div>
      {data ? (
        <Form key={channel} channel={channel} stored={data} />
      ) : error ? (
        <FailedState title={words.couldntLoad} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={200} role="status" aria-label={common.loading} />
      )}
    </section>
  );
}

/** Lists are compared as texts. */
const plain = ({ campaign, pauseHours, closedCampaign, closedPauseHours, week, holidays, zone }: Stored) => ({
  campaign,
  pauseHours,
  closedCampaign,
  closedPauseHours,
  week: JSON.stringify(week),
  holidays: JSON.stringify(holidays),
  zone,
});

function Form({ channel, stored }: { channel: number; stored: Stored }) {
  const kept = plain(stored);
  const { values, change } = useChanges(kept);
  const save = useAction(calls.catchAll.save, {
    invalidates: [calls.catchAll.load, calls.campaigns.list],
    notice: words.saved,
    onFailure: () => undefined,
  });
  const changed = changedOf(values, kept);
  useUnsaved(isChanged(changed));
  const week = JSON.parse(values.week) as Week;
  const submit = () =>
    save.mutate({
      channel,
      ...changed,
      week: changed.week === undefined ? undefined : week,
      holidays: changed.holidays === undefined ? undefined : JSON.parse(changed.holidays),
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <Answer
          label={words.answerWith}
          chosen={values.campaign}
          stored={{ id: stored.campaign, name: stored.campaignName, state: stored.campaignState }}
          onChoose={(campaign) => change({ campaign })}
          pauseHours={values.pauseHours}
          onPause={(pauseHours) => change({ pauseHours })}
        />
        <Switch
          label={words.hasHours}
          description={week.length > 0 && kept.week === values.week ? words.nowOpen(stored.open) : undefined}
          checked={week.length > 0}
          onChange={(event) =>
            change({ week: JSON.stringify(event.currentTarget.checked ? USUAL_WEEK : []) })
          }
        />
        {week.length > 0 && (
          <>
            <WeekHours week={week} onChange={(next) => change({ week: JSON.stringify(next) })} />
            <Clock values={values} change={change} accountZone={stored.accountZone} />
            <Answer
              label={words.closedAnswerWith}
              chosen={values.closedCampaign}
              stored={{
                id: stored.closedCampaign,
                name: stored.closedCampaignName,
                state: stored.closedCampaignState,
              }}
              onChoose={(closedCampaign) => change({ closedCampaign })}
              pauseHours={values.closedPauseHours}
              onPause={(closedPauseHours) => change({ closedPauseHours })}
            />
          </>
        )}
        {save.error && (
          <Text c="var(--mantine-color-error)" role="alert">
            {wordsOf(save.error)}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged(changed)}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ClockProps = {
  values: Pick<ReturnType<typeof plain>, 'holidays' | 'zone'>;
  change: (part: { holidays?: string; zone?: string }) => void;
  accountZone: string;
};

/** Days off, and whose clock counts. */
function Clock({ values, change, accountZone }: ClockProps) {
  const zones = useMemo(
    () =>
      Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [],
  );
  return (
    <div className={classes.pair}>
      <DatePickerInput
        type="multiple"
        label={words.daysOff}
        placeholder={words.none}
        value={JSON.parse(values.holidays) as string[]}
        onChange={(days) =>
          change({ holidays: JSON.stringify([...days].sort().slice(0, CATCH_ALL.holidays)) })
        }
        clearable
        valueFormat="MMM D, YYYY"
      />
      <Select
        label={words.timeZone}
        placeholder={words.accountZone(accountZone.replaceAll('_', ' '))}
        data={zones}
        value={values.zone || null}
        onChange={(zone) => change({ zone: zone ?? '' })}
        searchable
        clearable
      />
    </div>
  );
}

type AnswerProps = {
  label: string;
  chosen: number;
  stored: Campaign;
  onChoose: (campaign: number) => void;
  pauseHours: number;
  onPause: (hours: number) => void;
};

/** The campaign that answers and how often one person gets it; what is wrong with it stands below. */
function Answer({ label, chosen, stored, onChoose, pauseHours, onPause }: AnswerProps) {
  const { data } = useCall(calls.campaigns.list, PICKED);
  const options = (data?.campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const isListed = stored.id === 0 || options.some(({ value }) => value === String(stored.id));
  const all = isListed ? options : [{ value: String(stored.id), label: stored.name }, ...options];
  const pauses = Object.entries(words.pauses).map(([value, text]) => ({ value, label: text }));
  const isUsual = pauses.some(({ value }) => value === String(pauseHours));
  return (
    <Stack gap="xs">
      <div className={classes.pair}>
        <Select
          label={label}
          placeholder={words.nothing}
          data={all}
          value={chosen === 0 ? null : String(chosen)}
          onChange={(value) => onChoose(Number(value ?? 0))}
          searchable
          clearable
        />
        {chosen > 0 && (
          <Select
            label={words.howOften}
            data={
              isUsual ? pauses : [...pauses, { value: String(pauseHours), label: words.hours(pauseHours) }]
            }
            value={String(pauseHours)}
            onChange={(value) => onPause(Number(value ?? 0))}
            allowDeselect={false}
          />
        )}
      </div>
      {chosen === stored.id && (stored.state === 'deleted' || stored.state === 'errors') && (
        <Notice tone="warning" title={words.problems[stored.state](stored.name)}>
          <Anchor component={Link} to={`/campaign/editor/${stored.id}`} c="inherit" underline="always">
            {words.openCampaign}
          </Anchor>
        </Notice>
      )}
      {chosen === stored.id && stored.state === 'never-published' && (
        <Text c="dimmed">{words.neverPublished(stored.name)}</Text>
      )}
    </Stack>
  );
}
