import { Anchor, Button, Code, Group, List, Modal, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { AskError, isLost } from '../data/ask.ts';
import { Problem } from './problem.tsx';
import { wordings } from './wordings.ts';

type MfaHelpProps = { opened: boolean; onClose: () => void; error: unknown };

/** Why a text with a code may not arrive. */
export function MfaHelp({ opened, onClose, error }: MfaHelpProps) {
  const signedOut = isLost(error);
  const noChannel = error instanceof AskError && error.detail === 'no-code-channel';
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      withCloseButton={false}
      title={
        <Title order={1} component="span">
          Unable to send verification code
        </Title>
      }
    >
      <Stack maw={640} mx="auto" py="xl" gap="lg">
        <Problem error={error} />
        {noChannel ? <OperatorsWays /> : <UsualReasons />}
        <Group>
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
          {signedOut && (
            <Button component={Link} to={`/signin${location.search}`} variant="default">
              Sign in again
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** What to tell whoever runs the server. */
function OperatorsWays() {
  return (
    <>
      <Text>{wordings.noCodeChannelWays}</Text>
      <Code block>{'npm run manage -- set-phone you@example.com none'}</Code>
    </>
  );
}

function UsualReasons() {
  return (
    <>
      <Text>These are the usual reasons why a text with a code does not arrive:</Text>
      <List spacing="md">
        <List.Item>
          <b>The number must be a mobile number.</b> Landlines and most office lines cannot receive texts.
        </List.Item>
        <List.Item>
          <b>Delivery takes seconds, up to a minute for small carriers.</b> Wait a moment before you ask
          again.
        </List.Item>
        <List.Item>
          <b>Short codes may be blocked</b> by a carrier or a plan; fewer than 3% of phones in the US are
          affected. To test yours, send the keyword HELP to the number that our texts come from.
        </List.Item>
        <List.Item>
          <b>Google Voice numbers are unsupported.</b> They do not receive texts from short codes.
        </List.Item>
        <List.Item>
          <b>Codes work only in the US.</b> Phones of other countries do not receive them.
        </List.Item>
        <List.Item>
          <b>None of these?</b>{' '}
          <Anchor href={`mailto:support@${location.hostname}`} underline="always">
            Contact support
          </Anchor>{' '}
          and name the phone number and the time of the try.
        </List.Item>
      </List>
    </>
  );
}
