import { Button, Checkbox, Group, Text } from '@mantine/core';
import { IconArrowRight, IconCopy, IconTag, IconUserMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { formatNumber, ProgressBar } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './selection-bar.module.css';
import { TagManyDialog } from './tag-many-dialog.tsx';
import { TargetListDialog } from './target-list-dialog.tsx';
import { type BulkChange, useBulkChange } from './use-bulk-change.ts';
import type { Selection } from './use-selection.ts';
import { wordings } from './wordings.ts';

type SelectionBarProps = {
  list: number;
  selection: Selection;
  /** Everybody on the list; undefined while that is not known. */
  total: number | undefined;
  /** Members have left this list. */
  onGone: () => void;
};

/** Above the members: marks all of them, and says what can be done with those that are marked. */
export function SelectionBar({ list, selection, total, onGone }: SelectionBarProps) {
  const [asking, setAsking] = useState<BulkChange['kind'] | null>(null);
  const { whom } = selection;
  const many = useBulkChange(list, ({ kind }) => {
    selection.clear();
    if (kind === 'move' || kind === 'remove') onGone();
  });
  const start = (act: BulkChange) => {
    setAsking(null);
    void many.run(act, whom);
  };
  const close = () => setAsking(null);
  const members = whom.count === 1 ? '1 member' : `${formatNumber(whom.count)} members`;
  if (many.progress)
    return (
      <div className={classes.working}>
        <div className={classes.progress}>
          <ProgressBar label={wordings.selectionBar.members} {...many.progress} />
        </div>
        <Button variant="default" onClick={many.stop}>
          {wordings.selectionBar.stop}
        </Button>
      </div>
    );
  return (
    <div className={classes.bar} data-some={whom.count > 0 || undefined}>
      <Checkbox
        label={whom.count === 0 ? wordings.selectionBar.selectAll : `${formatNumber(whom.count)} selected`}
        checked={selection.allShown}
        indeterminate={whom.count > 0 && !selection.allShown}
        onChange={(event) => selection.markShown(event.currentTarget.checked)}
      />
      {whom.count > 0 && (
        <Button variant="subtle" color="gray" size="compact-md" onClick={selection.clear}>
          {wordings.selectionBar.clear}
        </Button>
      )}
      {selection.canMarkAll && (
        <Button variant="subtle" size="compact-md" onClick={selection.markAll}>
          {wordings.selectionBar.selectAllMembers(total ?? 0)}
        </Button>
      )}
      {whom.count > 0 && (
        <Group gap={4} className={classes.acts}>
          <Act icon={IconCopy} label={common.copy} onClick={() => setAsking('copy')} />
          <Act icon={IconArrowRight} label={wordings.selectionBar.move} onClick={() => setAsking('move')} />
          <Act icon={IconTag} label={common.tag} onClick={() => setAsking('tag')} />
          <Act
            icon={IconUserMinus}
            label={wordings.selectionBar.remove}
            color="red"
            onClick={() => setAsking('remove')}
          />
        </Group>
      )}
      <Text role="status" className={classes.spoken}>
        {whom.count > 0 ? `${members} selected` : ''}
      </Text>
      <TargetListDialog
        opened={asking === 'copy' || asking === 'move'}
        onClose={close}
        title={
          asking === 'move' ? wordings.selectionBar.moveOf(members) : wordings.selectionBar.copyOf(members)
        }
        confirmLabel={asking === 'move' ? wordings.shared.moveNow : wordings.shared.copyNow}
        except={list}
        onConfirm={(target) => start({ kind: asking === 'move' ? 'move' : 'copy', target })}
        busy={false}
      />
      <TagManyDialog
        opened={asking === 'tag'}
        onClose={close}
        title={wordings.selectionBar.tagOf(members)}
        onConfirm={(tag, value) => start({ kind: 'tag', tag, value })}
      />
      <ConfirmDialog
        opened={asking === 'remove'}
        onClose={close}
        title={wordings.selectionBar.removeFromThisList(members)}
        confirmLabel={wordings.shared.okToDelete}
        onConfirm={() => start({ kind: 'remove' })}
      >
        {wordings.selectionBar.removingContactsFromAList}
      </ConfirmDialog>
    </div>
  );
}

type ActProps = {
  icon: typeof IconCopy;
  label: string;
  color?: string;
  onClick: () => void;
};

const Act = ({ icon: Icon, label, color, onClick }: ActProps) => (
  <Button variant="subtle" size="compact-md" color={color} leftSection={<Icon size={16} />} onClick={onClick}>
    {label}
  </Button>
);
