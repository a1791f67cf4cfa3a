import { Button, Select, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { calls, type ReplyOf } from '@parley/contract';
import { toE164 } from '@parley/rules/phone.ts';
import { useMemo } from 'react';
import { wordsAt, wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { zoneName } from '../kit/date-text.tsx';
import { phoneText } from '../kit/phone-text.ts';
import classes from './my-account.module.css';
import { useIsOwner } from './owner-only.tsx';
import { PhoneProof } from './phone-proof.tsx';
import { Section } from './section.tsx';

const MFA_ABOUT: Record<string, string> = {
  off: 'Switched off on this server.',
  required: 'This server asks everybody for it.',
  optional: 'After the password, a code is texted to your phone.',
};

/** Profile and account settings, saved together. */
export function SettingsForm({ account }: { account: ReplyOf<typeof calls.account.load> }) {
  const form = useForm({
    initialValues: {
      accountName: account.accountName,
      contactInfo: account.contactInfo,
      timeZone: account.timeZone,
      phone: phoneText(account.phone),
      mfaEnabled: account.mfaEnabled,
      code: '',
    },
  });
  const save = useAction(calls.account.save, {
    invalidates: [calls.account.load],
    onSuccess: () => {
      form.setFieldValue('code', '');
      form.resetDirty({ ...form.getValues(), code: '' });
    },
    onFailure: (error) => {
      for (const field of ['accountName', 'contactInfo', 'timeZone', 'phone', 'code'] as const) {
        const words = wordsAt(calls.account.save, field, error);
        if (words) form.setFieldError(field, words);
      }
    },
    notice: 'Account saved',
  });
  const zones = useMemo(zoneChoices, []);
  const isOwner = useIsOwner();
  const mustProve = needsProof(account, form.values);
  const mayProve = !mustProve && !(account.phoneProven && isSameNumber(account, form.values));
  return (
    <Section title="Profile and account" about="Your phone, and how the account is known to your customers.">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} className={classes.form}>
        <div className={classes.fields}>
          <TextInput
            label="Account name"
            maxLength={255}
            disabled={!isOwner}
            autoComplete="organization"
            {...form.getInputProps('accountName')}
          />
          <TextInput
            label="Phone Number"
            type="tel"
            autoComplete="tel"
            required
            {...form.getInputProps('phone')}
          />
          <TextInput
            label="Contact for your customers"
            description="Part of the answer to HELP: a phone number, an address or a site."
            maxLength={255}
            disabled={!isOwner}
            {...form.getInputProps('contactInfo')}
          />
          <Select
            label="Time zone"
            description="All dates on the screens and all schedules are in this zone."
            data={zones}
            searchable
            disabled={!isOwner}
            allowDeselect={false}
            nothingFoundMessage="No such zone"
            {...form.getInputProps('timeZone')}
          />
          <Switch
            label="Code by text when signing in (MFA)"
            description={MFA_ABOUT[account.mfaSetting]}
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
            title={mustProve ? 'Prove the number first' : 'Prove your number'}
            phone={form.values.phone}
            code={form.values.code}
            onCode={(code) => form.setFieldValue('code', code)}
            error={String(form.errors.code ?? '')}
          >
            {mustProve
              ? `Sign-in codes will go to ${form.values.phone.trim() || 'this number'}. We text one there now, so that a wrong digit cannot lock you out.`
              : 'Should you forget your password one day, a code that is texted there lets you set a new one. Only a number that you have proven can.'}
          </PhoneProof>
        )}
        {!isOwner && (
          <Text c="dimmed">Only an owner of the account can change its name, contact and time zone.</Text>
        )}
        <div className={classes.foot}>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!form.isDirty() || (mustProve && form.values.code.trim() === '')}
          >
            Save
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
