import { Checkbox, Fieldset, Text } from '@mantine/core';
import { WEBHOOK_KINDS } from '@parley/contract';
import { EVENT_KINDS, type EventKindName } from '@parley/rules/event-kinds.ts';
import classes from './webhooks.module.css';
import { wordings } from './wordings.ts';

/** Under which heading a kind stands, by how its name begins. */
const GROUPS = [
  { title: wordings.groups.people, has: /^(?:tag|list)\.|^contact\.(?!texted|replied|silent)/ },
  {
    title: wordings.groups.talk,
    has: /^(?:keyword|conversation|link)\.|^contact\.(?:texted|replied|silent)/,
  },
  { title: wordings.groups.sent, has: /^(?:message|blast)\./ },
] as const;
const OTHERS = WEBHOOK_KINDS.filter((kind) => !GROUPS.some(({ has }) => has.test(kind)));

type EventPickerProps = {
  kinds: readonly EventKindName[];
  onChange: (kinds: EventKindName[]) => void;
  error?: string | undefined;
};

/** Which kinds of events an endpoint gets. */
export function EventPicker({ kinds, onChange, error }: EventPickerProps) {
  const isAll = kinds.length === WEBHOOK_KINDS.length;
  const toggle = (kind: EventKindName) =>
    onChange(kinds.includes(kind) ? kinds.filter((each) => each !== kind) : [...kinds, kind]);
  return (
    <Fieldset legend={wordings.webhookEditor.events} className={classes.events ?? ''}>
      <Checkbox
        label={wordings.webhookEditor.allEvents}
        checked={isAll}
        indeterminate={kinds.length > 0 && !isAll}
        onChange={() => onChange(isAll ? [] : [...WEBHOOK_KINDS])}
      />
      <div className={classes.groups}>
        {GROUPS.map(({ title, has }, n) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as this group is
          <div key={title} role="group" aria-label={title} className={classes.group}>
            <Text size="sm" c="dimmed">
              {title}
            </Text>
            {[...WEBHOOK_KINDS.filter((kind) => has.test(kind)), ...(n === 0 ? OTHERS : [])].map((kind) => (
              <Checkbox
                key={kind}
                label={EVENT_KINDS[kind].words.title}
                checked={kinds.includes(kind)}
                onChange={() => toggle(kind)}
              />
            ))}
          </div>
        ))}
      </div>
      {error && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  );
}
