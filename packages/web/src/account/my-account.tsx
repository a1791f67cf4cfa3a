import { Skeleton, Stack } from '@mantine/core';
import { HISTORY_ENTRY, SETTINGS_ENTRIES, SYSTEM_ENTRY } from '../app/entries.ts';
import { EntryCards } from '../app/entry-cards.tsx';
import { useAccount } from '../data/use-account.ts';
import { Page } from '../kit/page.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { wordings as passkeyWords } from '../passkeys/wordings.ts';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { CreditAlert } from './credit-alert.tsx';
import { EmailForm } from './email-form.tsx';
import { KeptDataForm } from './kept-data-form.tsx';
import { KeptEventsForm } from './kept-events-form.tsx';
import { LimitForm } from './limit-form.tsx';
import classes from './my-account.module.css';
import { OptOutTextsForm } from './opt-out-texts-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { Section } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsForm } from './settings-form.tsx';
import { TeamSection } from './team-section.tsx';
import { wordings } from './wordings.ts';

export function MyAccount() {
  const { data, error, refetch } = useAccount();
  return (
    <Page title={common.myAccount}>
      {error && !data ? (
        <FailedState
          title={wordings.myAccount.couldntLoadYourAccount}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <Stack role="status" aria-label={common.loading}>
          <Skeleton height={360} radius="md" />
          <Skeleton height={220} radius="md" />
        </Stack>
      ) : (
        <div className={classes.page}>
          <EntryCards
            entries={[
              ...SETTINGS_ENTRIES,
              ...(data.role === 'owner' ? [HISTORY_ENTRY] : []),
              ...(data.runsServer ? [SYSTEM_ENTRY] : []),
            ]}
          />
          <div className={classes.sections}>
            {/* The form starts anew from what the server has when somebody else signs in. */}
            <SettingsForm key={data.email} account={data} />
            <CreditAlert />
            <LimitForm />
            <OptOutTextsForm />
            <KeptEventsForm />
            <KeptDataForm />
            <EmailForm current={data.email} />
            <PasswordForm />
            <Section title={passkeyWords.title} about={passkeyWords.about}>
              <PasskeyList />
            </Section>
            <AuthenticatorSection />
            <TeamSection />
            <SessionsSection />
          </div>
        </div>
      )}
    </Page>
  );
}
