import { Center, Loader } from '@mantine/core';

/** While it is being found out who is signed in. */
export function Splash() {
  return (
    <Center h="100vh">
      <Loader aria-label="Loading Parley" />
    </Center>
  );
}
