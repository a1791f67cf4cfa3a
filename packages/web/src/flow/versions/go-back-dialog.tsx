import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { calls, FAILING_TALK } from '@parley/contract';
import { useState } from 'react';
import { useMaySend } from '../../account/sender-only.tsx';
import type { AskError } from '../../data/ask.ts';
import { wordsOf } from '../../data/toasts.ts';
import { useAction } from '../../data/use-call.ts';
import { Notice } from '../../kit/notice.tsx';
import { common } from '../../kit/wordings.ts';
import { useFlow } from '../store/use-flow.ts';
import { useStoredDraft } from './use-flow-versions.ts';
import { wordings } from './wordings.ts';

const words = wordings.goBackDialog;

type GoBackDialogProps = {
  opened: boolean;
  number: number;
  live: number;
  onClose: () => void;
  /** The draft is that version again. */
  onDone: () => void;
};

/** Asks before the draft becomes a version again; of what is live, only the draft's changes are lost. */
export function GoBackDialog({ opened, onClose, ...asked }: GoBackDialogProps) {
  const isLive = asked.number === asked.live;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={isLive ? words.discardTitle : words.title(asked.number)}
      attributes={{ header: { role: 'presentation' } }}
    >
      <GoBack {...asked} onClose={onClose} />
    </Modal>
  );
}

function GoBack({ number, live, onClose, onDone }: Omit<GoBackDialogProps, 'opened'>) {
  const { flow, campaign } = useFlow();
  const { draft, error, isFailed } = useStoredDraft();
  const [refused, setRefused] = useState<AskError | null>(null);
  const isLive = number === live;
  const maySend = useMaySend();
  const isAnyway = refused?.detail === FAILING_TALK;
  const goBack = useAction(calls.flow.goBack, {
    invalidates: [calls.flow.listVersions, calls.campaigns.list],
    notice: (reply, form) =>
      form.isPublished ? words.isBack(number, reply.live) : words.draftIsBack(number),
    onSuccess: async () => {
      await flow.startAnew();
      onClose();
      onDone();
    },
    onFailure: setRefused,
  });
  const go = (isPublished: boolean) => {
    if (!draft) return;
    const draftVersion = draft.flowVersion;
    goBack.mutate({ campaign, number, isPublished, isAnyway, draftVersion, message: '' });
  };
  const failure = refused ?? error;
  return (
    <Stack gap="md">
      <Text>{isLive ? words.discards(number) : words.becomes(number, live + 1)}</Text>
      {isFailed && <Notice tone="danger">{wordings.publishDialog.notSaved}</Notice>}
      {failure && <Notice tone="danger">{wordsOf(failure)}</Notice>}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {common.cancel}
        </Button>
        {!isLive && (
          <Button variant="default" disabled={!draft || goBack.isPending} onClick={() => go(false)}>
            {words.draftOnly}
          </Button>
        )}
        {(isLive || maySend) && (
          <Button color="red" disabled={!draft} loading={goBack.isPending} onClick={() => go(!isLive)}>
            {isLive ? words.discard : isAnyway ? words.confirmAnyway : words.confirm}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
