import { Button, Select, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { calls, type ReplyOf } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { useMemo } from 'react';
import { changedOf, useFollowing } from '../data/stored-form.ts';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useUnsaved } from '../data/unsaved.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { zoneName } from '../kit/date-text.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { PhoneProof } from './phone-proof.tsx';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

const MFA_ABOUT: Record<string, string> = {
  off: wordings.settingsForm.turnedOffOnThisServer,
  required: wordings.settingsForm.requiredForEveryone,
  optional: wordings.settingsForm.afterYourPassword,
};

type Account = ReplyOf<typeof calls.account.load>;

/** What is typed, and saving it. */
function useSettings(account: Account) {
  const stored = {
    accountName: account.accountName,
    contactInfo: account.contactInfo,
    timeZone: account.timeZone,
    phone: phoneText(account.phone),
    mfaEnabled: account.mfaEnabled,
  };
  const form = useForm({ initialValues: { ...stored, code: '' } });
  const { begin, saved } = useFollowing(form, stored);
  const save = useAction(calls.account.save, {
    invalidates: [calls.account.load],
    onSuccess: () => {
      form.setFieldValue('code', '');
      saved();
    },
    onFailure: (error) => {
      for (const field of ['accountName', 'contactInfo', 'timeZone', 'phone', 'code'] as const) {
        const words = wordsAt(calls.account.save, field, error);
        if (words) form.setFieldError(field, words);
      }
    },
    notice: wordings.settingsForm.accountSaved,
  });
  useUnsaved(form.isDirty());
  const submit = form.onSubmit(({ code, ...values }) => {
    begin({ ...values, code: '' });
    save.mutate({ ...changedOf(values, stored), code });
  });
  return { form, save, submit };
}

/** Profile and account settings, saved together. */
export function SettingsForm({ account }: { account: Account }) {
  const { form, save, submit } = useSettings(account);
  const zones = useMemo(zoneChoices, []);
  const isOwner = useIsOwner();
  const { data: app } = useCall(calls.authenticator.load, {});
  const mustProve = needsProof(account, form.values);
  const mayProve = !mustProve && !(account.phoneProven && isSameNumber(account, form.values));
  return (
    <Section title={wordings.settingsForm.profileAndAccount} about={wordings.settingsForm.yourPhoneNumber}>
      <form onSubmit={submit} className={classes.form}>
        <div className={classes.fields}>
          <TextInput
            label={wordings.settingsForm.accountName}
            maxLength={255}
            disabled={!isOwner}
            autoComplete="organization"
            {...form.getInputProps('accountName')}
          />
          <TextInput
            label={common.phoneNumber}
            type="tel"
            autoComplete="tel"
            required
            {...form.getInputProps('phone')}
          />
          <TextInput
            label={wordings.settingsForm.contactForYourCustomers}
            description={wordings.settingsForm.includedInTheReply}
            maxLength={255}
            disabled={!isOwner}
            {...form.getInputProps('contactInfo')}
          />
          <Select
            label={wordings.settingsForm.timeZone}
            description={wordings.settingsForm.allDatesAndSchedulesUse}
            data={zones}
            searchable
            disabled={!isOwner}
            allowDeselect={false}
            nothingFoundMessage={wordings.settingsForm.noMatchingTimeZone}
            {...form.getInputProps('timeZone')}
          />
          <Switch
            label={wordings.settingsForm.codeByTextWhenSigning}
            description={
              app?.isOn && account.mfaSetting !== 'off'
                ? wordings.settingsForm.theAppComesFirst
                : MFA_ABOUT[account.mfaSetting]
            }
            disabled={account.mfaSetting !== 'optional'}
            className={classes.wholeRow ?? ''}
            {...form.getInputProps('mfaEnabled', { type: 'checkbox' })}
            checked={
              account.mfaSetting === 'required' || (account.mfaSetting !== 'off' && form.values.mfaEnabled)
            }
          />
        </div>
        {(mustProve || mayProve) && (
          <PhoneProof
            title={
              mustProve ? wordings.settingsForm.verifyTheNumberFirst : wordings.settingsForm.verifyYourNumber
            }
            phone={form.values.phone}
            code={form.values.code}
            onCode={(code) => form.setFieldValue('code', code)}
            error={String(form.errors.code ?? '')}
          >
            {mustProve
              ? wordings.settingsForm.signInCodesWillGo(
                  form.values.phone.trim() || wordings.settingsForm.thisNumber,
                )
              : wordings.settingsForm.ifYouEverForget}
          </PhoneProof>
        )}
        {!isOwner && <Text c="dimmed">{wordings.settingsForm.onlyAnAccountOwner}</Text>}
        <div className={classes.foot}>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!form.isDirty() || (mustProve && form.values.code.trim() === '')}
          >
            {common.save}
          </Button>
          {save.error && Object.keys(form.errors).length === 0 && (
            <Text c="var(--mantine-color-error)" role="alert">
              {wordsOf(save.error)}
            </Text>
          )}
        </div>
      </form>
    </Section>
  );
}

const isSameNumber = (stored: { phone: string }, now: { phone: string }): boolean =>
  (toE164(now.phone) ?? now.phone) === stored.phone;

/** As the server has it: sign-in codes go to a number that was not proven yet. */
function needsProof(
  { mfaSetting, mfaEnabled, phone }: ReplyOf<typeof calls.account.load>,
  now: { mfaEnabled: boolean; phone: string },
): boolean {
  const asksCodes = mfaSetting === 'required' || (mfaSetting === 'optional' && now.mfaEnabled);
  return asksCodes && (!isSameNumber({ phone }, now) || (mfaSetting === 'optional' && !mfaEnabled));
}

function zoneChoices() {
  return Intl.supportedValuesOf('timeZone').map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${zoneName(zone)})`,
  }));
}
