/** Keeps tag filters as a segment, for what is being chosen here and everything later. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type TagFilter } from '@parley/contract';
import { isUnfinished } from '@parley/rules/filter.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconChartPie } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskError, ask } from '../data/ask.ts';
import { showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { wordings } from './wordings.ts';

type SaveAsSegmentProps = {
  filters: readonly TagFilter[];
  /** The segment that is chosen already; 0: none. */
  segment: number;
  /** What it is saved for: 'blast', 'automata'. */
  purpose: string;
  onSaved: (segment: number) => void;
};

/** Not offered while there is nothing to keep, or a segment is chosen already. */
export function SaveAsSegment({ filters, segment, purpose, onSaved }: SaveAsSegmentProps) {
  const client = useQueryClient();
  const [opened, dialog] = useDisclosure(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const finished = filters.filter((filter) => !isUnfinished(filter));
  if (finished.length === 0 || segment > 0) return null;

  const save = async (name: string) => {
    setBusy(true);
    setError('');
    try {
      const { tree } = await ask(calls.segments.ofFilters, { filters: finished });
      if (tree === null) return;
      const { id } = await ask(calls.segments.add, { name, tree });
      await refresh(client, calls.segments.list);
      onSaved(id);
      dialog.close();
      showSuccess(wordings.saveAsSegment.saved(name.trim(), purpose));
    } catch (failure) {
      if (!(failure instanceof AskError)) throw failure;
      setError(wordsOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="subtle" leftSection={<IconChartPie size={16} />} onClick={dialog.open} mt="sm">
        {wordings.saveAsSegment.save}
      </Button>
      <NameDialog
        opened={opened}
        onClose={dialog.close}
        title={wordings.saveAsSegment.save}
        label={wordings.segmentEditor.name}
        confirmLabel={wordings.saveAsSegment.saveNow}
        maxLength={TEXT_LIMITS.name}
        busy={busy}
        error={error}
        onConfirm={(name) => void save(name)}
      >
        {wordings.saveAsSegment.about(purpose)}
      </NameDialog>
    </>
  );
}
