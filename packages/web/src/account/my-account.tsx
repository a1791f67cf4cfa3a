import { Anchor, Group, Skeleton, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useAccount } from '../data/use-account.ts';
import { formatNumber } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { EmailForm } from './email-form.tsx';
import classes from './my-account.module.css';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TeamSection } from './team-section.tsx';

export function MyAccount() {
  const { data, error, refetch } = useAccount();
  return (
    <Page title="My Account" width="normal">
      {error && !data ? (
        <FailedState title="Your account could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Stack role="status" aria-label="Loading">
          <Skeleton height={360} radius="md" />
          <Skeleton height={220} radius="md" />
        </Stack>
      ) : (
        <Stack>
          {/* The form starts anew from what the server has when somebody else signs in. */}
          <SettingsForm key={data.email} account={data} />
          <EmailForm current={data.email} />
          <PasswordForm />
          <TeamSection />
          <SessionsSection />
          <Section title="Credits" about="One credit sends one message part.">
            <dl className={classes.credits}>
              <div>
                <dt>Left</dt>
                <dd className="tabular">{formatNumber(data.balance)}</dd>
              </div>
              <div>
                <dt>Set aside for queued messages</dt>
                <dd className="tabular">{formatNumber(data.reserved)}</dd>
              </div>
            </dl>
          </Section>
          <Further />
        </Stack>
      )}
    </Page>
  );
}

const FURTHER = [
  { label: 'Channels: the numbers you send from', to: '/channels' },
  { label: 'Credits: where they came from and went', to: '/account/credits' },
  { label: 'API Credentials', to: '/account/credentials' },
];

function Further() {
  return (
    <Section title="More settings">
      <Group gap="lg">
        {FURTHER.map(({ label, to }) => (
          <Anchor key={to} component={Link} to={to}>
            {label}
          </Anchor>
        ))}
      </Group>
    </Section>
  );
}
