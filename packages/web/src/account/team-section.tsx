import { ActionIcon, Badge, Select, Skeleton, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../data/session.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { FailedState } from '../kit/states.tsx';
import { InviteForm } from './invite-form.tsx';
import classes from './my-account.module.css';
import { Section } from './section.tsx';

type Team = ReplyOf<typeof calls.team.load>;
type Member = Team['members'][number];

const ROLES = [
  { value: 'owner', label: 'Owner' },
  { value: 'member', label: 'Member' },
];

/** Who works in the account; owners invite, change roles and remove. */
export function TeamSection() {
  const team = useCall(calls.team.load, {});
  return (
    <Section
      title="Team"
      about="Everybody who signs in to this account. Members do all the work; owners also decide who belongs to the team and how the account and its channels are set."
    >
      {team.error && !team.data ? (
        <FailedState
          title="The team could not be loaded"
          error={team.error}
          onRetry={() => void team.refetch()}
        />
      ) : !team.data ? (
        <Skeleton height={56} />
      ) : (
        <>
          <Members team={team.data} />
          {team.data.invitations.length > 0 && <Invitations team={team.data} />}
          {team.data.role === 'owner' && <InviteForm />}
        </>
      )}
    </Section>
  );
}

function Members({ team }: { team: Team }) {
  const [leaving, setLeaving] = useState<Member | null>(null);
  const setRole = useAction(calls.team.setRole, { invalidates: [calls.team.load], notice: 'Role changed' });
  const remove = useAction(calls.team.remove, {
    invalidates: [calls.team.load],
    onSuccess: () => {
      if (leaving?.isYou) useSession.setState({ status: 'out', user: 0, expired: false }, true);
      if (leaving?.isYou) location.assign('/signin');
      setLeaving(null);
    },
  });
  const mayChange = team.role === 'owner';
  return (
    <>
      <ul className={classes.team} aria-label="People">
        {team.members.map((member) => (
          <li key={member.id}>
            <div className={classes.person}>
              <Text className={classes.email}>
                {member.email}
                {member.isYou && (
                  <Text span c="dimmed">
                    {' '}
                    (you)
                  </Text>
                )}
              </Text>
              <Text c="dimmed">
                {member.lastSeen === '' ? (
                  'Not signed in yet'
                ) : (
                  <>
                    Last here <DateText at={member.lastSeen} as="relative" />
                  </>
                )}
              </Text>
            </div>
            {mayChange ? (
              <Select
                aria-label={`Role of ${member.email}`}
                data={ROLES}
                value={member.role}
                onChange={(role) => role && setRole.mutate({ user: member.id, role: role as Member['role'] })}
                allowDeselect={false}
                w={120}
              />
            ) : (
              <Badge variant="light" color={member.role === 'owner' ? 'teal' : 'gray'} tt="capitalize">
                {member.role}
              </Badge>
            )}
            {(mayChange || member.isYou) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={member.isYou ? 'Leave this account' : `Remove ${member.email}`}
                onClick={() => setLeaving(member)}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={leaving?.isYou ? 'Leave this account?' : `Remove ${leaving?.email ?? ''}?`}
        confirmLabel={leaving?.isYou ? 'Leave' : 'Remove'}
        onConfirm={() => leaving && remove.mutate({ user: leaving.id })}
        busy={remove.isPending}
      >
        {leaving?.isYou
          ? 'You are signed out at once and come back only when an owner invites you again.'
          : 'They are signed out at once and come back only when an owner invites them again. Campaigns and lists stay.'}
      </ConfirmDialog>
    </>
  );
}

function Invitations({ team }: { team: Team }) {
  const revoke = useAction(calls.team.revoke, {
    invalidates: [calls.team.load],
    notice: 'Invitation revoked',
  });
  return (
    <ul className={classes.team} aria-label="Invitations">
      {team.invitations.map(({ id, email, role, expires }) => (
        <li key={id}>
          <div className={classes.person}>
            <Text className={classes.email}>{email}</Text>
            <Text c="dimmed">
              Invited as {role}, open until <DateText at={expires} as="date" />
            </Text>
          </div>
          {team.role === 'owner' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`Revoke the invitation of ${email}`}
              onClick={() => revoke.mutate({ id })}
            >
              <IconX size={18} />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  );
}
