/** The form of a channel's connection: drafts for each kind, so that looking at another one loses nothing. */
import {
  CONNECTION_KINDS,
  type ConnectionKind,
  calls,
  connectionProblem,
  type FormOf,
  type ReplyOf,
} from '@parley/contract';
import { useEffect, useState } from 'react';
import { AskError } from '../data/ask.ts';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction } from '../data/use-call.ts';
import { wordings } from './wordings.ts';

export type Connection = ReplyOf<typeof calls.connections.load>;
type Values = Record<string, string>;
type Drafts = Record<ConnectionKind, Values>;
export type Side = 'own' | 'backup';

type Draft = {
  number: string;
  kind: ConnectionKind;
  sendsMedia: boolean;
  backupKind: ConnectionKind | null;
  own: Drafts;
  backup: Drafts;
};
export type Errors = { number?: string; own: Values; backup: Values };

/** A new channel's number is the simulator's: no carrier has numbers of area code 555. */
const PRETEND = /^\+?1?\W*555\W*\d{3}\W*\d{4}$/;
const NOT_REAL = wordings.useConnectionForm.thisNumberOnlyExists;

const NO_ERRORS: Errors = { own: {}, backup: {} };

function draftOf(stored: Connection): Draft {
  const { number, kind, sendsMedia, backupKind } = stored;
  const own = emptyDrafts();
  const backup = emptyDrafts();
  own[kind] = stored.values;
  if (backupKind) backup[backupKind] = stored.backupValues;
  return { number, kind, sendsMedia, backupKind, own, backup };
}

const emptyDrafts = () => Object.fromEntries(CONNECTION_KINDS.map((kind) => [kind, {}])) as Drafts;

export function useConnectionForm(channel: number, stored: Connection) {
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [errors, setErrors] = useState(NO_ERRORS);
  const [isDirty, setDirty] = useState(false);
  useUnsaved(isDirty);
  const now = JSON.stringify(stored);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what somebody else saved is shown when it comes, unless something was typed here
  useEffect(() => {
    if (!isDirty) setDraft(draftOf(stored));
  }, [now]);
  const save = useAction(calls.connections.save, {
    invalidates: [calls.connections.load, calls.connections.status, calls.channels.list],
    notice: wordings.useConnectionForm.connectionSaved,
    onSuccess: () => {
      setDirty(false);
      setDraft(withoutSecrets);
    },
    onFailure: (error) => setErrors(errorsOf(error)),
  });

  /** Secrets that are stored for a kind, on one side. */
  function secretsOf(side: Side, kind: ConnectionKind): string[] {
    if (side === 'own') return stored.kind === kind ? stored.secrets : [];
    return stored.backupKind === kind ? stored.backupSecrets : [];
  }

  function change(changes: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...changes }));
    setErrors(NO_ERRORS);
    setDirty(true);
  }

  function setValue(side: Side, kind: ConnectionKind, name: string, value: string): void {
    setDraft((before) => ({
      ...before,
      [side]: { ...before[side], [kind]: { ...before[side][kind], [name]: value } },
    }));
    setErrors(({ [side]: { [name]: _gone, ...rest }, ...others }) => ({ ...others, [side]: rest }) as Errors);
    setDirty(true);
  }

  function problems(): Errors | null {
    const found: Errors = { own: {}, backup: {} };
    for (const side of ['own', 'backup'] as const) {
      const kind = side === 'own' ? draft.kind : draft.backupKind;
      const problem =
        kind && connectionProblem(kind, draft[side][kind], (name) => secretsOf(side, kind).includes(name));
      if (problem) found[side][problem.field] = problem.problem;
    }
    if (draft.kind !== 'simulator' && PRETEND.test(draft.number.trim())) found.number = NOT_REAL;
    const wrong =
      found.number !== undefined || Object.keys(found.own).length + Object.keys(found.backup).length > 0;
    return wrong ? found : null;
  }

  function submit(): void {
    const found = problems();
    setErrors(found ?? NO_ERRORS);
    if (found) return;
    save.mutate({ channel, ...changesOf(draft, draftOf(stored)) });
  }

  return { draft, errors, isDirty, secretsOf, change, setValue, submit, save };
}

/** What differs from what is stored; the settings of a kind go together. */
function changesOf(draft: Draft, stored: Draft): Omit<FormOf<typeof calls.connections.save>, 'channel'> {
  const { number, kind, sendsMedia, backupKind } = draft;
  const isNewKind = kind !== stored.kind;
  const isNewBackup = backupKind !== stored.backupKind;
  const backup = backupKind && draft.backup[backupKind];
  return {
    number: number === stored.number ? undefined : number,
    kind: isNewKind ? kind : undefined,
    values: isNewKind || !isSame(draft.own[kind], stored.own[kind]) ? draft.own[kind] : undefined,
    sendsMedia: sendsMedia === stored.sendsMedia ? undefined : sendsMedia,
    backupKind: isNewBackup ? backupKind : undefined,
    backupValues: backup && (isNewBackup || !isSame(backup, stored.backup[backupKind])) ? backup : undefined,
  };
}

const isSame = (one: Values, other: Values): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What was typed into a secret is stored now and no longer shown. */
function withoutSecrets(draft: Draft): Draft {
  const clean = (drafts: Drafts) =>
    Object.fromEntries(
      Object.entries(drafts).map(([kind, { password: _password, authToken: _token, ...rest }]) => [
        kind,
        rest,
      ]),
    ) as Drafts;
  return { ...draft, own: clean(draft.own), backup: clean(draft.backup) };
}

/** A refusal at the setting that it is about. */
function errorsOf(error: unknown): Errors {
  const number = wordsAt(calls.connections.save, 'number', error);
  if (number) return { ...NO_ERRORS, number };
  const detail = error instanceof AskError ? error.detail : '';
  const { values, backupValues } = calls.connections.save.form;
  for (const [side, prefix] of [
    ['own', `${values.wire}.`],
    ['backup', `${backupValues.wire}.`],
  ] as const)
    if (detail.startsWith(prefix))
      return { ...NO_ERRORS, [side]: { [detail.slice(prefix.length)]: wordsOf(error) } };
  return NO_ERRORS;
}
