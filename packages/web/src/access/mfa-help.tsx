import { Anchor, Button, Code, Group, List, Modal, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { AskError, isLost } from '../data/ask.ts';
import { Filled } from '../kit/filled.tsx';
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
          {wordings.mfaHelp.unableToSendVerificationCode}
        </Title>
      }
    >
      <Stack maw={640} mx="auto" py="xl" gap="lg">
        <Problem error={error} />
        {noChannel ? <OperatorsWays /> : <UsualReasons />}
        <Group>
          <Button onClick={onClose} data-autofocus>
            {wordings.mfaHelp.close}
          </Button>
          {signedOut && (
            <Button component={Link} to={`/signin${location.search}`} variant="default">
              {wordings.mfaHelp.signInAgain}
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
      <Code block>{wordings.mfaHelp.npmRunManageSetPhone}</Code>
    </>
  );
}

function UsualReasons() {
  return (
    <>
      <Text>{wordings.mfaHelp.theUsualReasonsACode}</Text>
      <List spacing="md">
        <List.Item>
          <b>{wordings.mfaHelp.theNumberMust}</b> {wordings.mfaHelp.landlinesAndMostOfficeLines}
        </List.Item>
        <List.Item>
          <b>{wordings.mfaHelp.deliveryTakesSeconds}</b> {wordings.mfaHelp.giveItAMinuteBefore}
        </List.Item>
        <List.Item>
          <b>{wordings.mfaHelp.shortCodesMayBeBlocked}</b> {wordings.mfaHelp.byACarrier}
        </List.Item>
        <List.Item>
          <b>{wordings.mfaHelp.googleVoiceNumbersAreUnsupported}</b> {wordings.mfaHelp.theyDoNotReceiveTexts}
        </List.Item>
        <List.Item>
          <b>{wordings.mfaHelp.codesWorkOnly}</b> {wordings.mfaHelp.phonesOfOtherCountriesDo}
        </List.Item>
        <List.Item>
          <b>{wordings.mfaHelp.noneOfThese}</b>{' '}
          <Filled
            words={wordings.mfaHelp.writeToUs}
            parts={{
              contactSupport: (
                <Anchor href={`mailto:support@${location.hostname}`} underline="always">
                  {wordings.mfaHelp.contactSupport}
                </Anchor>
              ),
            }}
          />
        </List.Item>
      </List>
    </>
  );
}
