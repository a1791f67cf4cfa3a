/** The row menu of a thing with a name: Rename, Move up and down, Delete, with their dialogs. */
import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ConfirmDialog, NameDialog } from './dialogs.tsx';
import { RowMenu } from './row-menu.tsx';
import type { useNameAction } from './use-name-action.ts';

type ItemMenuProps = {
  name: string;
  /** Move up and Move down, as the sortable list makes them. */
  moves?: ReactNode;
  /** Further items, above Rename. */
  children?: ReactNode;
  rename?: {
    action: ReturnType<typeof useNameAction>;
    title: string;
    label: string;
    maxLength: number;
    /** What renaming breaks. */
    warning?: ReactNode;
  };
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

export function ItemMenu({ name, moves, children, rename, remove }: ItemMenuProps) {
  const [asking, dialog] = useDisclosure(false);
  return (
    <>
      <RowMenu of={name}>
        {children}
        {rename && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={rename.action.open}>
            Rename
          </Menu.Item>
        )}
        {moves}
        {remove && (
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={dialog.open}>
            Delete
          </Menu.Item>
        )}
      </RowMenu>
      {rename && (
        <NameDialog
          {...rename.action.dialog}
          title={rename.title}
          label={rename.label}
          initial={name}
          maxLength={rename.maxLength}
          confirmLabel="Rename Now"
        >
          {rename.warning}
        </NameDialog>
      )}
      {remove && (
        <ConfirmDialog
          opened={asking}
          onClose={dialog.close}
          title={remove.question}
          confirmLabel={remove.confirmLabel ?? 'OK to Delete'}
          onConfirm={() => {
            dialog.close();
            remove.run();
          }}
          busy={remove.action.isPending}
        >
          {remove.warning}
        </ConfirmDialog>
      )}
    </>
  );
}
