import { Button, Stack, Text } from '@mantine/core';
import { IconCommand, IconDeviceFloppy, IconHome, IconMoon } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Page } from '../kit/page.tsx';
import { Row, Rows } from '../kit/rows.tsx';
import { wordings } from './wordings.ts';

const NEWS = [
  { icon: IconHome, title: wordings.shared.welcome, about: wordings.newLook.whatsRunning },
  {
    icon: IconCommand,
    title: wordings.newLook.ctrlKOnAMac,
    about: wordings.newLook.findAnyCampaign,
  },
  {
    icon: IconDeviceFloppy,
    title: wordings.newLook.everythingSavesAutomatically,
    about: wordings.newLook.andShowsYouWhen,
  },
  { icon: IconMoon, title: wordings.newLook.theme, about: wordings.newLook.followsYourSystem },
];

/** The announcement that the product looks new. */
export function NewLook() {
  return (
    <Page title={wordings.newLook.sayHello} about={wordings.newLook.theSameCampaigns} width="normal">
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
          {wordings.newLook.takeALook}
        </Button>
      </Stack>
    </Page>
  );
}
