import { Center, Loader, Stack, Title } from '@mantine/core';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

/** While it is being found out who is signed in. */
export function Splash() {
  return (
    <Center h="100vh" component="main">
      <Stack align="center" gap="lg" role="status" aria-busy="true" aria-label={common.loading}>
        <img src="/favicon.svg" alt="" width={48} height={48} />
        <Title order={1}>{wordings.shared.parley}</Title>
        <Loader type="dots" aria-hidden />
      </Stack>
    </Center>
  );
}
