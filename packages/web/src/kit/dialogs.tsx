/** The two small dialogs of the product: asking before something is lost, and asking for a name. */
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { isolated } from '../data/isolated.ts';
import { TextDialog } from './text-dialog.tsx';
import { useWhileShown } from './use-while-shown.ts';
import { common } from './wordings.ts';

type ConfirmDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** The question, e.g. 'Delete this campaign?'. */
  title: string;
  /** What will be gone, and whether it comes back. */
  children: ReactNode;
  /** e.g. 'OK to Delete', 'Yes, Send Now!'. */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Not destructive: the accent instead of red. */
  harmless?: boolean;
  zIndex?: number;
};

/** What is asked while another dialog is open. */
export const ABOVE_DIALOGS = 900;

export function ConfirmDialog(current: ConfirmDialogProps) {
  const { opened } = current;
  const props = useWhileShown(current, opened);
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={isolated(props.title)}
      zIndex={props.zIndex}
      attributes={{ header: { role: 'presentation' } }}
    >
      <Stack gap="lg">
        <div>{typeof props.children === 'string' ? isolated(props.children) : props.children}</div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {props.cancelLabel ?? common.cancel}
          </Button>
          <Button
            color={props.harmless ? undefined : 'red'}
            loading={props.busy ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type NameDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** e.g. 'Add Tag'. */
  title: string;
  /** e.g. 'Tag Name'. */
  label: string;
  /** e.g. 'Add Now'. */
  confirmLabel: string;
  /** Sends what was typed; the server decides whether a name is good. */
  onConfirm: (name: string) => void;
  initial?: string;
  busy?: boolean;
  /** A refusal of the name, shown at the field. */
  error?: string;
  maxLength?: number;
  /** A warning above the field, e.g. what renaming breaks. */
  children?: ReactNode;
};

export function NameDialog({ initial = '', maxLength = 255, ...props }: NameDialogProps) {
  // What is typed stays when somebody else renames it meanwhile.
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (props.opened) setTyped(null);
  }, [props.opened]);
  const name = typed ?? initial;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm(name);
  };
  return (
    <TextDialog opened={props.opened} onClose={props.onClose} title={isolated(props.title)}>
      <form onSubmit={submit}>
        <Stack gap="lg">
          {props.children}
          <TextInput
            label={props.label}
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={props.error}
            maxLength={maxLength}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={props.busy ?? false}>
              {props.confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </TextDialog>
  );
}
