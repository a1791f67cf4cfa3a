import { Button, Radio, Switch, Text, TextInput, Title, VisuallyHidden } from '@mantine/core';
import type { ConnectionKind } from '@parley/contract';
import { wordsOf } from '../data/toasts.ts';
import classes from './connection.module.css';
import { ConnectionFields } from './connection-fields.tsx';
import { KINDS } from './connection-words.ts';
import { type Connection, useConnectionForm } from './use-connection-form.ts';
import { wordings } from './wordings.ts';

/**
 * How the channel reaches its carrier: kind, settings, pictures, and a second way for when the first one
 * fails.
 */
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
          <Title order={2}>{wordings.shared.connection}</Title>
          <Text c="dimmed">{wordings.connectionForm.howThisChannelsTextsReach}</Text>
        </div>
        <KindChoice
          label={wordings.connectionForm.connectionType}
          value={draft.kind}
          onChange={(kind) => form.change(kind === 'simulator' ? { kind, backupKind: null } : { kind })}
          kinds={KINDS}
        />
        <TextInput
          label={wordings.connectionForm.number}
          description={wordings.connectionForm.whatPeopleSee}
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
            label={wordings.connectionForm.sendPicturesMms}
            description={wordings.connectionForm.ifThisIsOff}
            checked={draft.sendsMedia}
            onChange={(event) => form.change({ sendsMedia: event.currentTarget.checked })}
          />
        )}
        {(draft.kind === 'smpp' || draft.kind === 'gateway') && (
          <Text c="dimmed">{wordings.connectionForm.picturesGoAsLinks}</Text>
        )}
        {real && <Backup form={form} />}
        <div className={classes.foot}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty}>
            {wordings.connectionForm.saveConnection}
          </Button>
          {save.error && !marked && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordsOf(save.error)}
            </Text>
          )}
          {marked && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordings.connectionForm.oneOfTheSettingsNeeds}
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
    <section className={classes.part} aria-labelledby="backup-connection">
      <div>
        <Title order={3} id="backup-connection">
          {wordings.connectionForm.whenItFails}
        </Title>
        <Text c="dimmed">{wordings.connectionForm.aBackupTakesOverWithin}</Text>
      </div>
      <Switch
        label={wordings.connectionForm.addABackupConnection}
        checked={backupKind !== null}
        onChange={(event) => form.change({ backupKind: event.currentTarget.checked ? 'twilio' : null })}
      />
      {backupKind && (
        <>
          <KindChoice
            label={wordings.connectionForm.backupConnectionType}
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
    </section>
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
