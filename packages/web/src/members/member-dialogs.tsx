import { calls } from '@parley/contract';
import { showInfo } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { TargetListDialog } from './target-list-dialog.tsx';
import type { Member } from './use-members.ts';

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
      showInfo(`${contact} Copied OK`);
    },
  });
  const move = useAction(calls.members.move, {
    invalidates: members,
    onSuccess: () => leave(`${contact} Moved from this list OK`),
  });
  const remove = useAction(calls.members.remove, {
    invalidates: members,
    onSuccess: () => leave(`${contact} Deleted from this list OK`),
  });
  return (
    <>
      <TargetListDialog
        opened={act === 'copy'}
        onClose={onClose}
        title={`Copy ${contact}`}
        confirmLabel="Copy Now"
        except={list}
        onConfirm={(target) => copy.mutate({ phone, target })}
        busy={copy.isPending}
      />
      <TargetListDialog
        opened={act === 'move'}
        onClose={onClose}
        title={`Move ${contact}`}
        confirmLabel="Move Now"
        except={list}
        onConfirm={(target) => move.mutate({ phone, list, target })}
        busy={move.isPending}
      />
      <ConfirmDialog
        opened={act === 'remove'}
        onClose={onClose}
        title={`Remove ${contact} from this list?`}
        confirmLabel="OK to Delete"
        onConfirm={() => remove.mutate({ phone, list })}
        busy={remove.isPending}
      >
        Removing a contact from a list cannot be undone. The contact keeps its tags, its messages and its
        other lists.
      </ConfirmDialog>
    </>
  );
}
