import { ActionIcon, Badge, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../data/session.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { FailedState } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { InviteForm, ROLES } from './invite-form.tsx';
import classes from './my-account.module.css';
import { Section } from './section.tsx';
import { wordings } from './wordings.ts';

type Team = ReplyOf<typeof calls.team.load>;
type Member = Team['members'][number];

/** Who works in the account; owners invite, change roles and remove. */
export function TeamSection() {
  const team = useCall(calls.team.load, {});
  return (
    <Section title={wordings.teamSection.team} about={wordings.teamSection.everyoneWhoCanSign}>
      {team.error && !team.data ? (
        <FailedState
          title={wordings.teamSection.couldntLoadYourTeam}
          error={team.error}
          onRetry={() => void team.refetch()}
        />
      ) : !team.data ? (
        <Skeleton height={56} />
      ) : (
        <>
          <OwnershipOffer team={team.data} />
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
  const [asking, setAsking] = useState<Member | null>(null);
  const setRole = useAction(calls.team.setRole, {
    invalidates: [calls.team.load],
    notice: ({ isAsked }) => (isAsked ? wordings.ownershipAsked : wordings.roleChanged),
    onSuccess: () => setAsking(null),
  });
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
      <ul className={classes.team} aria-label={common.people}>
        {team.members.map((member) => (
          <li key={member.id}>
            <div className={classes.person}>
              <Text className={classes.email}>
                {member.email}
                {member.isYou && (
                  <Text span c="dimmed">
                    {wordings.teamSection.you}
                  </Text>
                )}
              </Text>
              <Text c="dimmed">
                {member.lastSeen === '' ? (
                  wordings.teamSection.hasntSignedInYet
                ) : (
                  <Filled
                    words={wordings.teamSection.lastSeen}
                    parts={{ when: <DateText at={member.lastSeen} as="relative" span /> }}
                  />
                )}
              </Text>
              {member.askedBy !== '' && <Text c="dimmed">{wordings.waitsForYes}</Text>}
            </div>
            {mayChange ? (
              <Select
                aria-label={wordings.teamSection.roleOf(member.email)}
                data={ROLES}
                value={member.role}
                onChange={(role) => {
                  if (role === 'owner') setAsking(member);
                  else if (role !== null) setRole.mutate({ user: member.id, role });
                }}
                allowDeselect={false}
                w={120}
              />
            ) : (
              <Badge variant="light" color={member.role === 'owner' ? 'teal' : 'gray'} tt="none">
                {wordings.roles[member.role]}
              </Badge>
            )}
            {(mayChange || member.isYou) && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={
                  member.isYou
                    ? wordings.teamSection.leaveThisAccount
                    : wordings.teamSection.remove(member.email)
                }
                onClick={() => setLeaving(member)}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={wordings.askTitle(asking?.email ?? '')}
        confirmLabel={wordings.ask}
        onConfirm={() => asking && setRole.mutate({ user: asking.id, role: 'owner' })}
        busy={setRole.isPending}
      >
        {wordings.askAbout}
      </ConfirmDialog>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={
          leaving?.isYou
            ? wordings.teamSection.leaveThisAccountQuestion
            : wordings.teamSection.removeQuestion(leaving?.email ?? '')
        }
        confirmLabel={leaving?.isYou ? wordings.teamSection.leave : wordings.teamSection.removeNow}
        onConfirm={() => leaving && remove.mutate({ user: leaving.id })}
        busy={remove.isPending}
      >
        {leaving?.isYou
          ? wordings.teamSection.youllBeSignedOutRight
          : wordings.teamSection.theyllBeSignedOutRight}
      </ConfirmDialog>
    </>
  );
}

/** An owner asks the person at the screen to become one, too. */
function OwnershipOffer({ team }: { team: Team }) {
  const answer = useAction(calls.team.answerOwnership, {
    invalidates: [calls.team.load, calls.account.load],
    notice: (_reply, { accept }) => (accept ? wordings.accepted : wordings.declined),
  });
  const askedBy = team.members.find(({ isYou }) => isYou)?.askedBy;
  if (!askedBy) return null;
  return (
    <Notice title={wordings.offerTitle}>
      {wordings.offer(askedBy)}
      <Group mt="sm">
        <Button onClick={() => answer.mutate({ accept: true })} loading={answer.isPending}>
          {wordings.accept}
        </Button>
        <Button
          variant="default"
          onClick={() => answer.mutate({ accept: false })}
          disabled={answer.isPending}
        >
          {wordings.decline}
        </Button>
      </Group>
    </Notice>
  );
}

function Invitations({ team }: { team: Team }) {
  const revoke = useAction(calls.team.revoke, {
    invalidates: [calls.team.load],
    notice: wordings.teamSection.invitationRevoked,
  });
  return (
    <ul className={classes.team} aria-label={wordings.teamSection.invitations}>
      {team.invitations.map(({ id, email, role, expires }) => (
        <li key={id}>
          <div className={classes.person}>
            <Text className={classes.email}>{email}</Text>
            <Text c="dimmed">
              <Filled
                words={wordings.teamSection.invitedAs(role)}
                parts={{ day: <DateText at={expires} as="date" span /> }}
              />
            </Text>
          </div>
          {team.role === 'owner' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={wordings.teamSection.revokeTheInvitation(email)}
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
