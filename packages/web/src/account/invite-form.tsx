import { Button, Select, TextInput } from '@mantine/core';
import { calls, TEAM_ROLES, type TeamRole } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import classes from './my-account.module.css';
import { wordings } from './wordings.ts';

/** What somebody may be in an account, to choose from. */
export const ROLES = TEAM_ROLES.map((role) => ({ value: role, label: wordings.roles[role] }));

/** Invites a colleague; the link is shown once, to be sent by hand. */
export function InviteForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<TeamRole>('member');
  const invite = useAction(calls.team.invite, {
    invalidates: [calls.team.load],
    onSuccess: () => setEmail(''),
    onFailure: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate({ email: email.trim(), role });
  };
  return (
    <>
      <form onSubmit={submit} className={classes.invite}>
        <TextInput
          label={wordings.inviteForm.inviteAColleague}
          placeholder={wordings.shared.emailAddress}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={invite.error ? wordsOf(invite.error) : undefined}
          className={classes.grow ?? ''}
        />
        <Select
          label={wordings.inviteForm.role}
          data={ROLES}
          value={role}
          onChange={(value) => value && setRole(value)}
          allowDeselect={false}
          w={120}
        />
        <Button type="submit" variant="default" loading={invite.isPending} className={classes.atField ?? ''}>
          {wordings.inviteForm.invite}
        </Button>
      </form>
      {invite.data && (
        <Notice
          title={wordings.inviteForm.sendThisLink(
            invite.variables?.email ?? wordings.inviteForm.yourColleague,
          )}
        >
          <CodeText label={wordings.inviteForm.theLink}>{invite.data.link}</CodeText>
          <Filled
            words={wordings.inviteForm.youllOnlySeeThisLink}
            parts={{ expires: <DateText at={invite.data.expires} span /> }}
          />
        </Notice>
      )}
    </>
  );
}
