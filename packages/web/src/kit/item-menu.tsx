/** The row menu of a thing with a name: Rename, Move up and down, Delete, with their dialogs. */
import { ActionIcon, Group, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConfirmDialog, NameDialog } from './dialogs.tsx';
import { RowMenu } from './row-menu.tsx';
import { useSaysGone } from './says-gone.ts';
import type { useNameAction } from './use-name-action.ts';
import { common, wordings } from './wordings.ts';

type ItemMenuProps = {
  name: string;
  /** Move up and Move down, as the sortable list makes them. */
  moves?: ReactNode;
  /** Further items, above Rename. */
  children?: ReactNode;
  /** Undefined: it has no name to change, or this person may not. */
  rename?:
    | {
        action: ReturnType<typeof useNameAction>;
        title: string;
        label: string;
        maxLength: number;
        /** What renaming breaks. */
        warning?: ReactNode;
      }
    | undefined;
  /** Delete as a button beside the menu instead of in it. */
  deleteButton?: boolean;
  /** Undefined: this person may not delete it. */
  remove:
    | {
        action: { isPending: boolean };
        run: () => void;
        question: string;
        warning: ReactNode;
        confirmLabel?: string;
      }
    | undefined;
};

export function ItemMenu({ name, moves, children, rename, deleteButton, remove }: ItemMenuProps) {
  const [asking, dialog] = useDisclosure(false);
  const isRenaming = rename?.action.dialog.opened === true && !rename.action.dialog.busy;
  useSaysGone(name, isRenaming || asking);
  return (
    <Group gap={4} wrap="nowrap">
      {remove && deleteButton && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={wordings.itemMenu.delete(name)}
          onClick={dialog.open}
        >
          <IconTrash size={18} />
        </ActionIcon>
      )}
      <RowMenu of={name}>
        {children}
        {rename && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={rename.action.open}>
            {wordings.itemMenu.rename}
          </Menu.Item>
        )}
        {moves}
        {remove && !deleteButton && (
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={dialog.open}>
            {common.deleteIt}
          </Menu.Item>
        )}
      </RowMenu>
      {rename && (
        <NameDialog
          {...rename.action.dialog}
          onConfirm={(typed) => {
            // Meanwhile somebody else may have given it another name: the one that is shown here would come
            // back.
            if (typed === name) rename.action.dialog.onClose();
            else rename.action.dialog.onConfirm(typed);
          }}
          title={rename.title}
          label={rename.label}
          initial={name}
          maxLength={rename.maxLength}
          confirmLabel={wordings.itemMenu.renameNow}
        >
          {rename.warning}
        </NameDialog>
      )}
      {remove && (
        <ConfirmDialog
          opened={asking}
          onClose={dialog.close}
          title={remove.question}
          confirmLabel={remove.confirmLabel ?? wordings.itemMenu.okToDelete}
          onConfirm={() => {
            dialog.close();
            remove.run();
          }}
          busy={remove.action.isPending}
        >
          {remove.warning}
        </ConfirmDialog>
      )}
    </Group>
  );
}
