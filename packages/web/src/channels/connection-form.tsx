import { Button, Radio, Switch, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import type { ConnectionKind } from '@parley/contract';
import { wordsOf } from '../data/toasts.ts';
import classes from './connection.module.css';
import { ConnectionFields } from './connection-fields.tsx';
import { KINDS } from './connection-words.ts';
import { type Connection, useConnectionForm } from './use-connection-form.ts';

/** How the channel reaches its carrier: kind, settings, pictures, and a second way for when the first one fails. */
export function ConnectionForm({ channel, stored }: { channel: number; stored: Connection }) {
  const form = useConnectionForm(channel, stored);
  const { draft, errors, save } = form;
  const real = draft.kind !== 'simulator';
  const marked = errors.number || Object.keys({ ...errors.own, ...errors.backup }).length > 0;
  return (
    <form
      noValidate
      className={classes.column}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <section className={`card ${classes.section}`}>
        <div>
          <Title order={2}>Connection</Title>
          <Text c="dimmed">What carries the texts of this channel.</Text>
        </div>
        <KindChoice
          label="Kind of connection"
          value={draft.kind}
          onChange={(kind) => form.change(kind === 'simulator' ? { kind, backupKind: null } : { kind })}
          kinds={KINDS}
        />
        <TextInput
          label="Number"
          description="The sender that people see: a number with its country code, a short code, or a name of up to 11 letters."
          value={draft.number}
          maxLength={32}
          error={errors.number}
          onChange={(event) => form.change({ number: event.currentTarget.value })}
          className={`tabular ${classes.number}`}
        />
        {real && (
          <ConnectionFields
            key={draft.kind}
            kind={draft.kind}
            values={draft.own[draft.kind]}
            secrets={form.secretsOf('own', draft.kind)}
            errors={errors.own}
            onChange={(name, value) => form.setValue('own', draft.kind, name, value)}
          />
        )}
        {draft.kind === 'twilio' && (
          <Switch
            label="Send pictures (MMS)"
            description="Off: a picture goes as a link in the text."
            checked={draft.sendsMedia}
            onChange={(event) => form.change({ sendsMedia: event.currentTarget.checked })}
          />
        )}
        {(draft.kind === 'smpp' || draft.kind === 'gateway') && (
          <Text c="dimmed">Pictures go as links: this kind of connection carries texts only.</Text>
        )}
        {real && <Backup form={form} />}
        <div className={classes.foot}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty}>
            Save connection
          </Button>
          {save.error && !marked && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordsOf(save.error)}
            </Text>
          )}
          {marked && (
            <Text c="var(--mantine-color-error)" role="alert">
              One of the settings needs you.
            </Text>
          )}
        </div>
      </section>
    </form>
  );
}

function Backup({ form }: { form: ReturnType<typeof useConnectionForm> }) {
  const { backupKind, backup } = form.draft;
  return (
    <div className={classes.part}>
      <div>
        <Title order={3}>When it fails</Title>
        <Text c="dimmed">
          A second way out takes over within ten seconds, with the same sender, and steps back when the first
          one is well again. A text that may have gone out is never sent a second time.
        </Text>
      </div>
      <Switch
        label="Use a second connection"
        checked={backupKind !== null}
        onChange={(event) => form.change({ backupKind: event.currentTarget.checked ? 'twilio' : null })}
      />
      {backupKind && (
        <>
          <KindChoice
            label="Kind of the second connection"
            value={backupKind}
            onChange={(kind) => form.change({ backupKind: kind })}
            kinds={KINDS.filter(({ kind }) => kind !== 'simulator')}
          />
          <ConnectionFields
            key={backupKind}
            kind={backupKind}
            values={backup[backupKind]}
            secrets={form.secretsOf('backup', backupKind)}
            errors={form.errors.backup}
            onChange={(name, value) => form.setValue('backup', backupKind, name, value)}
          />
        </>
      )}
    </div>
  );
}

type KindChoiceProps = {
  label: string;
  value: ConnectionKind;
  onChange: (kind: ConnectionKind) => void;
  kinds: typeof KINDS;
};

function KindChoice({ label, value, onChange, kinds }: KindChoiceProps) {
  return (
    <Radio.Group
      value={value}
      onChange={(kind) => onChange(kind as ConnectionKind)}
      label={<VisuallyHidden>{label}</VisuallyHidden>}
    >
      <div className={classes.kinds}>
        {kinds.map(({ kind, title, about }) => (
          <Radio.Card key={kind} value={kind} className={classes.kind} aria-label={title}>
            <Radio.Indicator aria-hidden />
            <div>
              <Text fw={500}>{title}</Text>
              <Text c="dimmed">{about}</Text>
            </div>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
