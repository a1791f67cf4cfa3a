import { Button, List, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../kit/page.tsx';

/** The announcement that the product looks new. */
export function NewLook() {
  return (
    <Page title="Say hello, new look" width="normal">
      <Stack gap="lg" align="flex-start">
        <Text>The same campaigns, lists and reports, on screens that are quicker to read and to use.</Text>
        <List spacing="sm">
          <List.Item>
            <b>Welcome</b> shows what runs, what comes next and who has answered.
          </List.Item>
          <List.Item>
            <b>Ctrl K</b> (⌘ K on a Mac) finds any campaign, list or tool; <b>?</b> lists all shortcuts.
          </List.Item>
          <List.Item>
            <b>Everything saves itself</b> and says so, and nothing that you typed is lost when the connection
            is.
          </List.Item>
          <List.Item>
            <b>Light or dark</b>, as your system has it or as you choose at the top.
          </List.Item>
        </List>
        <Button component={Link} to="/welcome">
          Have a look
        </Button>
      </Stack>
    </Page>
  );
}
