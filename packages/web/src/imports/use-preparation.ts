import { useSessionStorage } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useEffect, useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { type Choice, type FileColumn, faultsOf, mappingOf, suggestedChoices } from './mapping.ts';

export type Upload = { id: number; fileName: string; columns: FileColumn[]; rows: number };
export type DryRun = ReplyOf<typeof calls.imports.dryRun>;
export type Preparation = ReturnType<typeof usePreparation>;

/** What is chosen so far; `result` once the import was tried with these choices. */
type Prepared = { upload: Upload; choices: Choice[]; country: string; result: DryRun | null };

type PreparationEvents = {
  /** A file was read: 1; the import was tried: 2. */
  onStep: (step: number) => void;
  onStarted: (id: number) => void;
};

/**
 * The steps before an import runs: a file is uploaded, its columns are chosen, the import is tried. What is
 * chosen is kept by the tab until the import starts, so that a reload loses nothing; not longer, for it holds
 * rows of the file.
 */
export function usePreparation(list: number, { onStep, onStarted }: PreparationEvents) {
  const tags = useCall(calls.tags.list, { filter: '' });
  const knownTags = tags.data?.tags ?? [];
  const [sending, setSending] = useState<File | null>(null);
  const [failed, setFailed] = useState<{ file: File; error: AskError } | null>(null);
  const [prepared, setPrepared, forget] = useSessionStorage<Prepared | null>({
    key: `parley-import-columns:${list}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const { upload = null, choices = [], country = '', result = null } = prepared ?? {};
  const change = (part: Partial<Prepared>) => setPrepared((now) => (now ? { ...now, ...part } : now));

  // Another screen leaves an upload going; a tab that is closed cuts it off.
  useEffect(() => {
    if (!sending) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [sending]);

  const send = async (file: File) => {
    setSending(file);
    setFailed(null);
    try {
      // The suggestions name tags by their ids: the tags must be known with them.
      const [reply, { data }] = await Promise.all([
        ask(calls.imports.upload, { list }, { file }),
        tags.refetch(),
      ]);
      setPrepared({
        upload: { ...reply, fileName: file.name },
        choices: suggestedChoices(reply.columns, data?.tags ?? []),
        country: reply.country,
        result: null,
      });
      onStep(1);
    } catch (error) {
      setFailed({ file, error: error as AskError });
    } finally {
      setSending(null);
    }
  };
  const dryRun = useAction(calls.imports.dryRun, {
    onSuccess: (result) => {
      change({ result });
      onStep(2);
    },
  });
  const start = useAction(calls.imports.start, {
    onSuccess: (_reply, { id }) => {
      forget();
      onStarted(id);
    },
  });

  return {
    /** The last step that can be shown. */
    furthest: result ? 2 : upload ? 1 : 0,
    tags: knownTags,
    send,
    sending,
    failed,
    upload,
    choices,
    // What was tried with other choices counts no longer.
    setChoices: (choices: Choice[]) => change({ choices, result: null }),
    country,
    setCountry: (country: string) => change({ country, result: null }),
    faults: faultsOf(choices, knownTags, TEXT_LIMITS.tagName),
    result,
    isTrying: dryRun.isPending,
    tryOut: () => upload && dryRun.mutate({ id: upload.id, mapping: mappingOf(choices), country }),
    isStarting: start.isPending,
    start: (consentNote: string) => upload && start.mutate({ id: upload.id, consent: true, consentNote }),
    reset: () => {
      forget();
      setFailed(null);
    },
  };
}
