import { Button, NativeSelect, Skeleton, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { useChanges } from '../data/stored-form.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { formatDate } from '../kit/date-text.tsx';
import { FailedState } from '../kit/states.tsx';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

const words = wordings.keptDataForm;
const { retention } = calls;

type Kept = ReplyOf<typeof retention.kept>['kinds'][number];

/** Months that people choose from; 0: for ever. */
const CHOICES = [0, 1, 3, 6, 12, 24, 36, 60, 120];

/** How long the account keeps what piles up, each kind with what a shorter time deletes. */
export function KeptDataForm() {
  const { data, error, refetch } = useCall(retention.kept, {});
  const isOwner = useIsOwner();
  return (
    <Section title={words.title} about={words.about}>
      {error && !data ? (
        <FailedState title={words.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={420} />
      ) : (
        <>
          <ul className={classes.team}>
            {data.kinds.map((kept) => (
              <KindRow key={kept.kind} kept={kept} isOwner={isOwner} />
            ))}
          </ul>
          {!isOwner && <Text c="dimmed">{words.onlyOwners}</Text>}
        </>
      )}
    </Section>
  );
}

function KindRow({ kept, isOwner }: { kept: Kept; isOwner: boolean }) {
  const { kind, months: now, least, since } = kept;
  const { values, change } = useChanges({ months: now });
  const { months } = values;
  const { name, about } = words.kinds[kind];
  const choices = CHOICES.filter((each) => each === 0 || each >= least);
  return (
    <li>
      <div className={classes.kind}>
        <Text fw={600}>{words.heading(name)}</Text>
        <Text c="dimmed">{about}</Text>
        {since !== '' && <Text c="dimmed">{words.since(formatDate(since, 'UTC', 'date'))}</Text>}
      </div>
      <NativeSelect
        aria-label={words.howLong(name)}
        disabled={!isOwner}
        data={[...new Set([...choices, now])].map((each) => ({
          value: String(each),
          label: words.time(each),
        }))}
        value={String(months)}
        onChange={(event) => change({ months: Number(event.currentTarget.value) })}
      />
      {months !== now && <Change kind={kind} name={name} months={months} />}
    </li>
  );
}

/** What a new time deletes, and the button that does it. */
function Change({ kind, name, months }: { kind: Kept['kind']; name: string; months: number }) {
  const preview = useCall(retention.preview, { kind, months }, { staleTime: 0 });
  const save = useAction(retention.save, {
    invalidates: [retention.kept],
    notice: () => words.saved,
  });
  const goes = preview.data;
  return (
    <div className={classes.change}>
      <Text role="status" className={classes.grow ?? ''}>
        {goes && (months === 0 || goes.count === 0)
          ? words.nothingGoes
          : goes && words.goes(kind, goes.count, goes.more, formatDate(goes.before, 'UTC', 'date'))}
        {preview.error && words.noPreview}
      </Text>
      <Button
        variant="default"
        disabled={!goes}
        loading={save.isPending}
        onClick={() => save.mutate({ kind, months })}
      >
        {words.keep(name, months)}
      </Button>
    </div>
  );
}
