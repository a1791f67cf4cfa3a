import { Badge, Checkbox, Menu, Text } from '@mantine/core';
import { IconArrowRight, IconCopy, IconUserMinus } from '@tabler/icons-react';
import { memo } from 'react';
import { Face } from '../kit/face.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { RowMenu } from '../kit/row-menu.tsx';
import { Row } from '../kit/rows.tsx';
import { common } from '../kit/wordings.ts';
import type { MemberAct } from './member-dialogs.tsx';
import type { Member } from './use-members.ts';
import type { Selection } from './use-selection.ts';
import { wordings } from './wordings.ts';

type MemberRowProps = {
  list: number;
  member: Member;
  index: number;
  onAct: (act: MemberAct, member: Member) => void;
  isMarked: boolean;
  onMark: Selection['mark'];
};

/** Drawn anew only when it changes: a long list that scrolls is drawn at every step. */
export const MemberRow = memo(function MemberRow({
  list,
  member,
  index,
  onAct,
  isMarked,
  onMark,
}: MemberRowProps) {
  const contact = phoneText(member.phone);
  return (
    <Row
      lead={
        <>
          <Checkbox
            className="above"
            aria-label={wordings.memberRow.select(contact)}
            checked={isMarked}
            onChange={({ currentTarget, nativeEvent }) =>
              onMark(
                { contact: member.contact, index },
                currentTarget.checked,
                'shiftKey' in nativeEvent && nativeEvent.shiftKey === true,
              )
            }
          />
          <Face name={member.displayName} />
        </>
      }
      title={contact}
      to={`/lists/member/details/${list}/${member.contact}`}
      about={
        member.displayName !== '' && (
          <Text c="dimmed" className="clamp-1" title={member.displayName}>
            {member.displayName}
          </Text>
        )
      }
      mark={
        member.optedOut === 1 && (
          <Badge color="gray" variant="light" tt="none" fw={500}>
            {common.optedOut}
          </Badge>
        )
      }
      menu={
        <RowMenu of={contact}>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onAct('copy', member)}>
            {wordings.memberRow.copyToAnotherList}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => onAct('move', member)}>
            {wordings.memberRow.moveToAnotherList}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconUserMinus size={16} />}
            color="red"
            onClick={() => onAct('remove', member)}
          >
            {wordings.memberRow.removeFromThisList}
          </Menu.Item>
        </RowMenu>
      }
    />
  );
});
