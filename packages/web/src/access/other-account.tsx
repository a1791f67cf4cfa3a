import { Button, Stack, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { ask, showAccount } from '../data/ask.ts';
import { checkLogin } from '../data/session.ts';
import { useAccount } from '../data/use-account.ts';
import { useAction } from '../data/use-call.ts';
import { HeldModal } from '../kit/held-modal.tsx';
import { Problem } from './problem.tsx';
import { ABOVE_ALL } from './sign-in-again.tsx';
import { wordings } from './wordings.ts';

const words = wordings.otherAccount;

/**
 * The session works in another account than the screen below: a way back to the screen's own, which goes on
 * as it was, or over to the other. Only over where the person is not on the team of the screen's any more.
 */
export function OtherAccount() {
  const { data: shown } = useAccount();
  const accounts = useQuery({
    queryKey: ['active account'],
    queryFn: ({ signal }) => ask(calls.team.accounts, {}, { signal, anyAccount: true }),
    gcTime: 0,
  }).data?.accounts;
  const active = accounts?.find(({ isCurrent }) => isCurrent);
  const isOut = accounts !== undefined && !accounts.some(({ id }) => id === shown?.id);
  const back = useAction(calls.team.switchTo, {
    send: { anyAccount: true },
    onSuccess: async (_reply, { account }) => {
      showAccount(account);
      await checkLogin();
    },
    onFailure: () => undefined,
  });
  const name = shown?.accountName ?? '';
  return (
    <HeldModal
      zIndex={ABOVE_ALL}
      overlayProps={{ blur: 8, backgroundOpacity: 0.5 }}
      title={isOut ? words.titleOut(name) : words.title}
    >
      <Stack>
        <Text c="dimmed">{isOut ? words.aboutOut : words.about(name, active?.name ?? null)}</Text>
        <Problem error={back.error} />
        {!isOut && (
          <Button
            data-autofocus
            onClick={() => shown?.id && back.mutate({ account: shown.id })}
            loading={back.isPending}
          >
            {words.back(name)}
          </Button>
        )}
        <Button variant={isOut ? 'filled' : 'default'} onClick={() => location.assign('/welcome')}>
          {words.goOn(active?.name ?? null)}
        </Button>
      </Stack>
    </HeldModal>
  );
}
