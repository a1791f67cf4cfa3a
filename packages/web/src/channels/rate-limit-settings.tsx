import { Button, Group, NumberInput, Select, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { RATE_LIMITS, TIME_TO_LIVE } from '@parley/rules/limits.ts';
import { RATE_LIMIT_PRESETS } from '@parley/rules/rate-limit-presets.ts';
import { changedOf, isChanged, useChanges } from '../data/stored-form.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

type Pace = ReplyOf<typeof calls.delivery.loadPace>;

const OWN = 'own';
const PRESETS = [
  { value: OWN, label: wordings.rateLimitSettings.custom },
  ...RATE_LIMIT_PRESETS.map(({ key, name }) => ({ value: key, label: name })),
];
const ZONES = [
  { value: 'America/Los_Angeles', label: wordings.rateLimitSettings.pacificTime },
  { value: 'America/Denver', label: wordings.rateLimitSettings.mountainTime },
  { value: 'America/Chicago', label: wordings.rateLimitSettings.centralTime },
  { value: 'America/New_York', label: wordings.rateLimitSettings.easternTime },
  { value: 'UTC', label: wordings.rateLimitSettings.utc },
];
const FIGURES = [
  { key: 'perSecond', label: wordings.rateLimitSettings.partsASecond, max: RATE_LIMITS.segmentsPerSecond },
  { key: 'perMinute', label: wordings.rateLimitSettings.partsAMinute, max: RATE_LIMITS.segmentsPerMinute },
  { key: 'perDay', label: wordings.rateLimitSettings.partsADay, max: RATE_LIMITS.segmentsPerDay },
] as const;

/** How fast a channel sends, a part of its settings. `channel` is its id. */
export function RateLimitSettings({ channel }: { channel: number }) {
  const { data, error, refetch } = useCall(calls.delivery.loadPace, { channel }, { staleTime: Infinity });
  return (
    <section className="card" style={{ padding: 20 }} aria-label={wordings.rateLimitSettings.pace}>
      <Stack gap="md">
        <div>
          <Title order={2}>{wordings.rateLimitSettings.pace}</Title>
          <Text c="dimmed">{wordings.rateLimitSettings.carriersBlockSendersThatGo}</Text>
        </div>
        {error && !data ? (
          <FailedState
            title={wordings.rateLimitSettings.couldntLoadTheSendingSpeed}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : !data ? (
          <Skeleton height={240} radius="md" role="status" aria-label={common.loading} />
        ) : (
          <PaceForm key={channel} channel={channel} stored={data} />
        )}
      </Stack>
    </section>
  );
}

function PaceForm({ channel, stored }: { channel: number; stored: Pace }) {
  const { values: pace, change } = useChanges(stored);
  const save = useAction(calls.delivery.savePace, {
    invalidates: [calls.delivery.loadPace, calls.blast.review],
    notice: wordings.rateLimitSettings.sendingSpeedSaved,
  });
  const changed = changedOf(pace, stored);
  const isDirty = isChanged(changed);
  useUnsaved(isDirty);
  const preset = RATE_LIMIT_PRESETS.find(({ key }) => key === pace.preset);
  const zones = ZONES.some(({ value }) => value === pace.dayZone)
    ? ZONES
    : [...ZONES, { value: pace.dayZone, label: pace.dayZone }];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ channel, ...changed });
      }}
    >
      <Stack gap="md">
        <Select
          label={wordings.rateLimitSettings.senderType}
          data={PRESETS}
          value={pace.preset || OWN}
          allowDeselect={false}
          onChange={(value) => change(figuresOf(value ?? OWN))}
          {...(preset && {
            description: wordings.rateLimitSettings.asOfYourCarrierHas(preset.date, preset.source),
          })}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          {FIGURES.map(({ key, label, max }) => (
            <NumberInput
              key={key}
              label={label}
              placeholder={wordings.rateLimitSettings.noLimit}
              min={0}
              max={max}
              allowDecimal={false}
              thousandSeparator=","
              value={pace[key] === 0 ? '' : pace[key]}
              onChange={(value) => change({ [key]: Number(value) || 0, preset: '' })}
            />
          ))}
        </SimpleGrid>
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <Select
            label={wordings.rateLimitSettings.theDayStartsAtMidnight}
            data={zones}
            value={pace.dayZone}
            allowDeselect={false}
            onChange={(value) => change({ dayZone: value ?? pace.dayZone })}
            miw={180}
          />
          <NumberInput
            label={wordings.shared.stopTryingAfter}
            suffix=" minutes"
            placeholder={`${TIME_TO_LIVE.usualMinutes} minutes`}
            description={wordings.rateLimitSettings.afterThatTheyExpire}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={TIME_TO_LIVE.leastMinutes}
            max={TIME_TO_LIVE.mostMinutes}
            allowDecimal={false}
            value={pace.timeToLiveMinutes === 0 ? '' : pace.timeToLiveMinutes}
            onChange={(value) => change({ timeToLiveMinutes: Number(value) || 0 })}
            miw={180}
          />
        </Group>
        <Text c="dimmed">{wordings.rateLimitSettings.onePartInTwenty}</Text>
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isDirty}>
            {wordings.rateLimitSettings.saveSpeed}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function figuresOf(key: string): Partial<Pace> {
  const preset = RATE_LIMIT_PRESETS.find((each) => each.key === key);
  if (!preset) return { preset: '' };
  const { perSecond, perMinute, perDay, dayZone } = preset;
  return {
    preset: preset.key,
    perSecond: perSecond ?? 0,
    perMinute: perMinute ?? 0,
    perDay: perDay ?? 0,
    dayZone,
  };
}
