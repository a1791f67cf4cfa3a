import { calls } from '@parley/contract';
import { showInfo } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { TargetListDialog } from './target-list-dialog.tsx';
import type { Member } from './use-members.ts';
import { wordings } from './wordings.ts';

export type MemberAct = 'copy' | 'move' | 'remove';

type MemberDialogsProps = {
  list: number;
  /** Whom it is about; stays while a dialog closes. */
  member: Member | null;
  act: MemberAct | null;
  onClose: () => void;
  /** The member is no longer on this list. */
  onGone: (member: Member) => void;
};

const counts = [calls.lists.info, calls.lists.list];
const members = [...counts, calls.members.list];

/** Copying, moving and removing a member; the notices are the specification's. */
export function MemberDialogs({ list, member, act, onClose, onGone }: MemberDialogsProps) {
  const phone = member?.phone ?? '';
  const contact = phoneText(phone);
  const leave = (notice: string) => {
    onClose();
    showInfo(notice);
    if (member) onGone(member);
  };
  const copy = useAction(calls.members.copy, {
    invalidates: counts,
    onSuccess: () => {
      onClose();
      showInfo(wordings.memberDialogs.copiedOk(contact));
    },
  });
  const move = useAction(calls.members.move, {
    invalidates: members,
    onSuccess: () => leave(wordings.memberDialogs.movedFromThisListOk(contact)),
  });
  const remove = useAction(calls.members.remove, {
    invalidates: members,
    onSuccess: () => leave(wordings.memberDialogs.deletedFromThisListOk(contact)),
  });
  return (
    <>
      <TargetListDialog
        opened={act === 'copy'}
        onClose={onClose}
        title={wordings.memberDialogs.copy(contact)}
        confirmLabel={wordings.shared.copyNow}
        except={list}
        onConfirm={(target) => copy.mutate({ phone, target })}
        busy={copy.isPending}
      />
      <TargetListDialog
        opened={act === 'move'}
        onClose={onClose}
        title={wordings.memberDialogs.move(contact)}
        confirmLabel={wordings.shared.moveNow}
        except={list}
        onConfirm={(target) => move.mutate({ phone, list, target })}
        busy={move.isPending}
      />
      <ConfirmDialog
        opened={act === 'remove'}
        onClose={onClose}
        title={wordings.memberDialogs.removeFromThisList(contact)}
        confirmLabel={wordings.shared.okToDelete}
        onConfirm={() => remove.mutate({ phone, list })}
        busy={remove.isPending}
      >
        {wordings.memberDialogs.removingAContact}
      </ConfirmDialog>
    </>
  );
}
