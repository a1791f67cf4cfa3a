import { Button, Group, Skeleton, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentWords } from '../account/agent-words.ts';
import { ask } from '../data/ask.ts';
import { confirming } from '../data/confirm.ts';
import { showFailure, showSuccess } from '../data/toasts.ts';
import { refresh, useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { Notice } from '../kit/notice.tsx';
import { FailedState } from '../kit/states.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { canUsePasskeys, newPasskey } from './browser-passkeys.ts';
import classes from './passkey-list.module.css';
import { wordings } from './wordings.ts';

type Passkey = ReplyOf<typeof calls.passkeys.list>['passkeys'][number];

/** The person's passkeys, and a new one. */
export function PasskeyList() {
  const { data, error, refetch } = useCall(calls.passkeys.list, {});
  if (error && !data)
    return <FailedState title={wordings.failed} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} />;
  const { passkeys } = data;
  return (
    <>
      {passkeys.length === 0 ? (
        <Text c="dimmed">{wordings.none}</Text>
      ) : (
        <ul className={classes.list} aria-label={wordings.list}>
          {passkeys.map((passkey) => (
            <Listed key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? <AddPasskey /> : <Notice>{wordings.notHere}</Notice>}
    </>
  );
}

function AddPasskey() {
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      const { options, offer } = await confirming(() => ask(calls.passkeys.begin, {}));
      const made = await newPasskey(options);
      if (!made) return;
      const name = agentWords(navigator.userAgent);
      // The confirmation may have run out while the browser's dialog was open.
      await confirming(() => ask(calls.passkeys.add, { offer, made, name }));
      await refresh(client, calls.passkeys.list);
      showSuccess(wordings.added);
    },
    onError: (error) => showFailure(calls.passkeys.add, error),
  });
  return (
    <Group>
      <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
        {wordings.add}
      </Button>
    </Group>
  );
}

function Listed({ passkey: { id, name, added, lastUsed, host } }: { passkey: Passkey }) {
  const options = { invalidates: [calls.passkeys.list] };
  const renaming = useNameAction(calls.passkeys.rename, (newName) => ({ id, name: newName }), {
    of: name,
    ...options,
  });
  const remove = useAction(calls.passkeys.remove, { ...options, notice: wordings.removed });
  return (
    <li>
      <div className={classes.passkey}>
        <Text>{name}</Text>
        <Text c="dimmed">
          <Filled words={wordings.addedOn} parts={{ when: <DateText at={added} as="date" span /> }} />
          {', '}
          {lastUsed === '' ? (
            wordings.notUsed
          ) : (
            <Filled
              words={wordings.lastUsed}
              parts={{ when: <DateText at={lastUsed} as="relative" span /> }}
            />
          )}
        </Text>
        {host !== location.hostname && <Text c="dimmed">{wordings.worksAt(host)}</Text>}
      </div>
      <ItemMenu
        name={name}
        rename={{
          action: renaming,
          title: wordings.rename,
          label: wordings.name,
          maxLength: TEXT_LIMITS.tagName,
        }}
        remove={{
          action: remove,
          run: () => remove.mutate({ id }),
          question: wordings.removeQuestion,
          warning: wordings.removeAbout,
          confirmLabel: wordings.remove,
        }}
      />
    </li>
  );
}
