import { Button, Stack, Text } from '@mantine/core';
import { IconCommand, IconDeviceFloppy, IconHome, IconMoon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '../kit/page.tsx';
import { Row, Rows } from '../kit/rows.tsx';

const NEWS = [
  { icon: IconHome, title: 'Welcome', about: 'What runs, what comes next and who has answered.' },
  {
    icon: IconCommand,
    title: 'Ctrl K, on a Mac ⌘ K',
    about: 'Finds any campaign, list or tool; ? lists all shortcuts.',
  },
  {
    icon: IconDeviceFloppy,
    title: 'Everything saves itself',
    about: 'And says so. Nothing that you typed is lost when the connection is.',
  },
  { icon: IconMoon, title: 'Light or dark', about: 'As your system has it, or as you choose at the top.' },
];

/** The announcement that the product looks new. */
export function NewLook() {
  return (
    <Page
      title="Say hello, new look"
      about="The same campaigns, lists and reports, on screens that are quicker to read and to use."
      width="normal"
    >
      <Stack>
        <Rows>
          {NEWS.map(({ icon: Icon, title, about }) => (
            <Row
              key={title}
              lead={<Icon size={20} stroke={1.5} color="var(--parley-accent-text)" aria-hidden />}
              title={title}
              about={<Text c="dimmed">{about}</Text>}
            />
          ))}
        </Rows>
        <Button component={Link} to="/welcome" mr="auto">
          Have a look
        </Button>
      </Stack>
    </Page>
  );
}
