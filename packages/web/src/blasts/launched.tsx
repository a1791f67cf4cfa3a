import { Button, Group, Text, Title } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Launch } from '../data/persist.ts';
import classes from './blast.module.css';
import { people } from './review.ts';
import { wordings } from './wordings.ts';

type LaunchedProps = Launch & { onStartOver: () => void };

/** The blast is accepted. */
export function Launched({ sent, starts, onStartOver }: LaunchedProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={`card ${classes.launched}`}>
      <span className={classes.rocket}>
        <IconRocket size={32} stroke={1.5} />
      </span>
      <Title order={2} ref={title} tabIndex={-1} className={classes.launchedTitle}>
        {wordings.launched.campaignLaunched}
      </Title>
      <Text c="dimmed" ta="center" maw={420}>
        {wordings.launched.ofOnYourListsWill(
          sent.queued,
          people(sent.listCount),
          starts === '',
          starts,
          sent.balanceText,
        )}
      </Text>
      <Group gap="xs" mt="xs" justify="center">
        <Button component={Link} to={`/blast/${sent.sourceCampaign}/live/${sent.blast}`}>
          {wordings.launched.watchItLive}
        </Button>
        <Button variant="default" onClick={onStartOver}>
          {wordings.launched.startOver}
        </Button>
      </Group>
    </section>
  );
}
