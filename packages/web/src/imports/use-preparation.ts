import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { type AskError, ask } from '../data/ask.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { type Choice, type FileColumn, faultsOf, mappingOf, suggestedChoices } from './mapping.ts';

export type Upload = { id: number; fileName: string; columns: FileColumn[]; rows: number };
export type DryRun = ReplyOf<typeof calls.imports.dryRun>;
export type Preparation = ReturnType<typeof usePreparation>;

/** The steps before an import runs: a file is uploaded, its columns are chosen, the import is tried. */
export function usePreparation(list: number, onStarted: (id: number) => void) {
  const tags = useCall(calls.tags.list, { filter: '' });
  const knownTags = tags.data?.tags ?? [];
  const [sending, setSending] = useState<File | null>(null);
  const [uploadError, setUploadError] = useState<AskError | null>(null);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [choices, setChoices] = useState<Choice[]>([]);
  const [result, setResult] = useState<DryRun | null>(null);

  const send = async (file: File) => {
    setSending(file);
    setUploadError(null);
    try {
      // The suggestions name tags by their ids: the tags must be known with them.
      const [reply, { data }] = await Promise.all([
        ask(calls.imports.upload, { list }, { file }),
        tags.refetch(),
      ]);
      setUpload({ ...reply, fileName: file.name });
      setChoices(suggestedChoices(reply.columns, data?.tags ?? []));
    } catch (error) {
      setUploadError(error as AskError);
    } finally {
      setSending(null);
    }
  };
  const dryRun = useAction(calls.imports.dryRun, { onSuccess: setResult });
  const start = useAction(calls.imports.start, { onSuccess: (_reply, { id }) => onStarted(id) });

  return {
    step: result ? 2 : upload ? 1 : 0,
    tags: knownTags,
    send,
    sending,
    uploadError,
    upload,
    choices,
    setChoices,
    faults: faultsOf(choices, knownTags, TEXT_LIMITS.tagName),
    result,
    isTrying: dryRun.isPending,
    tryOut: () => upload && dryRun.mutate({ id: upload.id, mapping: mappingOf(choices) }),
    isStarting: start.isPending,
    start: () => upload && start.mutate({ id: upload.id }),
    backToColumns: () => setResult(null),
    reset: () => {
      setUpload(null);
      setResult(null);
      setUploadError(null);
    },
  };
}
