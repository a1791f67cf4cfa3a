import { Anchor, Badge, Button, Skeleton, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconCheck, IconRotate2, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../data/session.ts';
import { useCall } from '../data/use-call.ts';
import { Face } from '../kit/face.tsx';
import { holdsTyped } from '../kit/holds-typed.ts';
import { phoneText } from '../kit/phone-text.ts';
import { PickList } from '../kit/pick-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './inbox.module.css';
import type { useThread } from './use-thread.ts';
import { nameOf, shortName } from './who.ts';
import { wordings } from './wordings.ts';

const TEAM_STALE_MS = 60_000;

/** Who it is, who takes care of it, and whether it is closed. */
export function ThreadHead({ contact, thread }: { contact: number; thread: ReturnType<typeof useThread> }) {
  const { person } = thread;
  return (
    <header className={classes.head}>
      <Face name={person?.displayName ?? ''} />
      <div className={classes.person}>
        <Title order={2} className="clamp-1">
          {person ? (
            <Anchor component={Link} to={`/lists/member/details/0/${contact}`} inherit c="inherit">
              {person.displayName || phoneText(person.phone)}
            </Anchor>
          ) : (
            <Skeleton height={20} width={140} />
          )}
        </Title>
        {person && person.displayName !== '' && <Text c="dimmed">{phoneText(person.phone)}</Text>}
      </div>
      {person?.optedOut && (
        <Badge color="red" variant="light">
          {common.optedOut}
        </Badge>
      )}
      {person?.closed && (
        <Badge color="gray" variant="light">
          {wordings.shared.closed}
        </Badge>
      )}
      <div className={classes.care}>
        {person && (
          <>
            <AssignMenu assigned={person} onAssign={thread.assign} />
            <Button
              variant="subtle"
              size="compact-md"
              leftSection={person.closed ? <IconRotate2 size={16} /> : <IconCheck size={16} />}
              onClick={() => thread.close(!person.closed)}
              disabled={thread.isChanging}
            >
              {person.closed ? wordings.threadHead.reopen : wordings.threadHead.close}
            </Button>
          </>
        )}
      </div>
    </header>
  );
}

type AssignMenuProps = {
  assigned: { assignee: number; assigneeName: string };
  onAssign: (user: number) => void;
};

export function AssignMenu({ assigned, onAssign }: AssignMenuProps) {
  const user = useSession((session) => session.user);
  const { data } = useCall(calls.team.load, {}, { staleTime: TEAM_STALE_MS });
  const isAssigned = assigned.assignee > 0;
  const name = nameOf(assigned, user);
  const words = wordings.threadHead;
  const colleagues = data?.members.filter(({ isYou, id }) => !isYou && id !== assigned.assignee) ?? [];
  const acts = [
    { key: 'me', to: user, label: words.assignToMe, isOffered: assigned.assignee !== user },
    { key: 'nobody', to: 0, label: words.unassign, isOffered: isAssigned },
  ].filter(({ isOffered }) => isOffered);
  return (
    <PickList
      name={words.colleagues}
      nothing={words.noColleague}
      groups={(typed) => [
        {
          label: '',
          picks: acts
            .filter(({ label }) => holdsTyped(label, typed))
            .map(({ key, to, label }) => ({ key, show: label, pick: () => onAssign(to) })),
        },
        {
          label: colleagues.length > 0 ? words.colleagues : '',
          picks: colleagues
            .filter(({ email }) => holdsTyped(email, typed))
            .map(({ id, email }) => ({
              key: String(id),
              show: <Colleague email={email} />,
              pick: () => onAssign(id),
            })),
        },
      ]}
      button={(toggle) => (
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={isAssigned ? <IconUserCheck size={16} /> : <IconUserPlus size={16} />}
          aria-label={isAssigned ? words.assignedToChange(name) : words.assign}
          onClick={toggle}
        >
          <span className={classes.assigned}>{isAssigned ? name : words.assign2}</span>
        </Button>
      )}
    />
  );
}

/** As colleagues call them, and the whole address: two may share a name. */
function Colleague({ email }: { email: string }) {
  return (
    <span className={classes.colleague}>
      <span>{shortName(email)}</span>
      <Text size="xs" c="dimmed" span>
        {email}
      </Text>
    </span>
  );
}
