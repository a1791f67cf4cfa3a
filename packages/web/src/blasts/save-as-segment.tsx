/** Keeps the filters of a blast as a segment, for this blast and all later ones. */
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconChartPie } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AskError, ask } from '../data/ask.ts';
import { showSuccess, wordsOf } from '../data/toasts.ts';
import { refresh } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { isComplete } from './review.ts';
import type { Wizard } from './use-wizard.ts';
import { wordings } from './wordings.ts';

/** Not offered while there is nothing to keep, or a segment is chosen already. */
export function SaveAsSegment({ wizard: { draft, change } }: { wizard: Wizard }) {
  const client = useQueryClient();
  const [opened, dialog] = useDisclosure(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const filters = draft.filters.filter(isComplete);
  if (filters.length === 0 || draft.segment > 0) return null;

  const save = async (name: string) => {
    setBusy(true);
    setError('');
    try {
      const { tree } = await ask(calls.segments.ofFilters, { filters });
      if (tree === null) return;
      const { id } = await ask(calls.segments.add, { name, tree });
      await refresh(client, calls.segments.list);
      change({ segment: id, filters: [] });
      dialog.close();
      showSuccess(wordings.saveAsSegment.saved(name.trim()));
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
        label={wordings.saveAsSegment.name}
        confirmLabel={wordings.saveAsSegment.saveNow}
        maxLength={TEXT_LIMITS.name}
        busy={busy}
        error={error}
        onConfirm={(name) => void save(name)}
      >
        {wordings.saveAsSegment.about}
      </NameDialog>
    </>
  );
}
