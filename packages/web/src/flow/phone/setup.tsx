import { Select, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { PAUSES_MS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { useCall } from '../../data/use-call.ts';
import { formatDate } from '../../kit/date-text.tsx';
import { Notice } from '../../kit/notice.tsx';
import { phoneText } from '../../kit/phone-text.ts';
import { FailedState } from '../../kit/states.tsx';
import { Fold } from '../steps/fold.tsx';
import { useFlow } from '../store/use-flow.ts';
import { useVersionPage } from '../versions/use-flow-versions.ts';
import classes from './phone.module.css';
import type { Contact, OpenPerson } from './use-person.ts';
import { wordings } from './wordings.ts';

const words = wordings.setup;

/** Which flow the phone runs, and as whom. */
export type PhoneChoice = {
  /** 0: the draft. */
  version: number;
  /** 0: the test person. */
  contact: number;
  /** What the contact is called. */
  who: string;
  /** Quiet hours hold messages. */
  isHeld: boolean;
};
export const FIRST_CHOICE: PhoneChoice = { version: 0, contact: 0, who: '', isHeld: false };

type SetupProps = { choice: PhoneChoice; onChange: (choice: PhoneChoice) => void; open: OpenPerson };

export function Setup({ choice, onChange, open }: SetupProps) {
  const { version, contact, who, isHeld } = choice;
  const { isTemplate } = useFlow();
  const flow = version === 0 ? words.draft : words.version(version);
  return (
    <div className={classes.variables}>
      <Fold title={words.title} summary={words.summary(flow, contact === 0 ? words.testPerson : who)}>
        <Stack gap="sm">
          {!isTemplate && (
            <FlowSelect value={version} onChange={(next) => onChange({ ...choice, version: next })} />
          )}
          <PersonSelect
            contact={contact}
            who={who}
            onChange={(next) => onChange({ ...choice, ...next, isHeld: next.contact > 0 })}
          />
          {open.error && <FailedState title={words.couldntLoad} error={open.error} onRetry={open.retry} />}
          {open.contact && <AboutContact contact={open.contact} />}
          <Switch
            label={words.quietHours}
            description={words.quietHoursHelp}
            checked={isHeld}
            onChange={(event) => onChange({ ...choice, isHeld: event.currentTarget.checked })}
          />
        </Stack>
      </Fold>
    </div>
  );
}

function FlowSelect({ value, onChange }: { value: number; onChange: (version: number) => void }) {
  const { data } = useVersionPage();
  const versions = data?.versions ?? [];
  return (
    <Select
      size="xs"
      label={words.flow}
      data={[
        { value: '0', label: words.draft },
        ...versions.map(({ number }) => ({
          value: String(number),
          label: number === data?.live ? words.liveVersion(number) : words.version(number),
        })),
      ]}
      value={String(value)}
      onChange={(next) => onChange(Number(next ?? 0))}
      allowDeselect={false}
    />
  );
}

type PersonSelectProps = {
  contact: number;
  who: string;
  onChange: (chosen: { contact: number; who: string }) => void;
};

/** Somebody is found by a part of the number, or by words of their tags. */
function PersonSelect({ contact, who, onChange }: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSES_MS.searchDebounce);
  const [isOpen, setOpen] = useState(false);
  const chosen = contact === 0 ? words.testPerson : who;
  const found = useCall(
    calls.talks.people,
    { search: search === chosen ? '' : search },
    { enabled: isOpen, keepPrevious: true },
  );
  const people = (found.data?.people ?? []).map((each) => ({
    value: String(each.contact),
    label: [each.displayName, phoneText(each.phone)].filter(Boolean).join(' · '),
  }));
  const others = people.filter(({ value }) => value !== String(contact));
  return (
    <Select
      size="xs"
      label={words.person}
      placeholder={words.find}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpen(true)}
      filter={({ options }) => options}
      // Until the answer is there, the first is somebody else.
      selectFirstOptionOnChange={false}
      nothingFoundMessage={found.isFetching ? words.looking : words.nobody}
      data={[
        { value: '0', label: words.testPerson },
        ...(contact > 0 ? [{ value: String(contact), label: who }] : []),
        ...others,
      ]}
      value={String(contact)}
      onChange={(next, option) => {
        const id = Number(next ?? 0);
        onChange({ contact: id, who: id === 0 ? '' : option.label });
      }}
      allowDeselect={false}
    />
  );
}

function AboutContact({ contact }: { contact: Contact }) {
  const { optedOut, pausedUntil, consentSource, consentAt, timeZone, zones, quiet, from, to } = contact;
  const day = (at: string) => formatDate(at, timeZone, 'date');
  return (
    <>
      {optedOut && <Notice tone="warning">{words.optedOut}</Notice>}
      {pausedUntil !== '' && <Notice tone="warning">{words.paused(day(pausedUntil))}</Notice>}
      <Text size="sm" c="dimmed">
        {words.zone(zones)}
        {' · '}
        {consentSource === '' ? words.noConsent : words.consent(consentSource, day(consentAt))}
        {' · '}
        {quiet ? words.hours(from, to) : words.noHours}
      </Text>
    </>
  );
}
