import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { API_SCOPES, type ApiKeyMode, type ApiScope, calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { Notice } from '../kit/notice.tsx';
import { TextDialog } from '../kit/text-dialog.tsx';
import { common } from '../kit/wordings.ts';
import classes from './credentials.module.css';
import { wordings } from './wordings.ts';

const MODES = (['live', 'test'] as const).map((value) => ({ value, label: wordings.modes[value].name }));
const LASTING = [30, 90, 365, 0].map((days) => ({
  value: String(days),
  label: wordings.newApiKey.days(days),
}));
const RESOURCES = [...new Set(API_SCOPES.map((scope) => scope.split(':')[0] as string))];

type NewApiKeyProps = { opened: boolean; onClose: () => void };

/** Asks what the key may do, then shows it, this once. */
export function NewApiKey({ opened, onClose }: NewApiKeyProps) {
  const add = useAction(calls.apiKeys.add, {
    invalidates: [calls.apiKeys.list],
    onFailure: () => undefined,
  });
  const close = () => {
    onClose();
    add.reset();
  };
  const made = add.data;
  return (
    <TextDialog
      opened={opened}
      onClose={close}
      size="lg"
      // Gone with a stray click, it could not be had again.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      title={made ? wordings.newApiKey.copyYourKey : wordings.newApiKey.createApiKey}
      attributes={{ header: { role: 'presentation' } }}
    >
      {made ? (
        <Stack>
          <Notice tone="warning">{wordings.newApiKey.youWontSeeItAgain}</Notice>
          <CodeText label={wordings.newApiKey.theKey}>{made.key}</CodeText>
          <Group justify="flex-end">
            <Button onClick={close}>{wordings.newApiKey.iveSavedIt}</Button>
          </Group>
        </Stack>
      ) : (
        <KeyForm add={add} onCancel={close} />
      )}
    </TextDialog>
  );
}

type AddKey = ReturnType<
  typeof useAction<(typeof calls.apiKeys.add)['form'], (typeof calls.apiKeys.add)['reply']>
>;

function KeyForm({ add, onCancel }: { add: AddKey; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [mode, setMode] = useState<ApiKeyMode>('live');
  const [days, setDays] = useState('365');
  const [scopes, setScopes] = useState<ApiScope[]>([]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ name, mode, scopes, days: Number(days) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={wordings.newApiKey.name}
          placeholder={wordings.newApiKey.whichProgram}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={TEXT_LIMITS.name}
          required
          data-autofocus
          error={add.error ? wordsOf(add.error) : undefined}
        />
        <div>
          <SegmentedControl
            data={MODES}
            value={mode}
            onChange={(value) => setMode(value === 'test' ? 'test' : 'live')}
            aria-label={wordings.newApiKey.mode}
          />
          <Text c="dimmed" size="sm" mt={4}>
            {wordings.modes[mode].about}
          </Text>
        </div>
        <ScopePicker scopes={scopes} onChange={setScopes} />
        <Select
          label={wordings.newApiKey.expires}
          data={LASTING}
          value={days}
          onChange={(value) => setDays(value ?? '365')}
          allowDeselect={false}
          maw={240}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={scopes.length === 0 || name.trim() === ''}>
            {wordings.newApiKey.createKey}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type ScopePickerProps = { scopes: ApiScope[]; onChange: (scopes: ApiScope[]) => void };

function ScopePicker({ scopes, onChange }: ScopePickerProps) {
  const isAll = scopes.length === API_SCOPES.length;
  const toggle = (scope: ApiScope) =>
    onChange(scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope]);
  return (
    <Fieldset legend={wordings.newApiKey.whatItMayDo} className={classes.scopes ?? ''}>
      <Checkbox
        label={wordings.newApiKey.everything}
        checked={isAll}
        indeterminate={scopes.length > 0 && !isAll}
        onChange={() => onChange(isAll ? [] : [...API_SCOPES])}
      />
      {RESOURCES.map((resource) => (
        <div key={resource} className={classes.scope}>
          <span>{wordings.resource(resource)}</span>
          {API_SCOPES.filter((scope) => scope.startsWith(`${resource}:`)).map((scope) => (
            <Checkbox
              key={scope}
              className={scope.endsWith(':read') ? undefined : classes.write}
              label={scope.endsWith(':read') ? wordings.newApiKey.read : wordings.newApiKey.write}
              aria-label={wordings.newApiKey.scopeOf(wordings.resource(resource), scope.endsWith(':read'))}
              checked={scopes.includes(scope)}
              onChange={() => toggle(scope)}
            />
          ))}
        </div>
      ))}
    </Fieldset>
  );
}
