/** A group of conditions, with the groups in it. */
import { ActionIcon, Button, Group, Select, Text } from '@mantine/core';
import { SEGMENT_TREE_LIMITS } from '@parley/rules/limits.ts';
import { IconFolderPlus, IconTrash } from '@tabler/icons-react';
import { AddCondition } from './add-condition.tsx';
import { ConditionRow } from './condition-row.tsx';
import classes from './segments.module.css';
import {
  type DraftGroup,
  type DraftNode,
  isGroup,
  newGroup,
  withAdded,
  withMatch,
  withNode,
} from './tree-draft.ts';
import { wordings } from './wordings.ts';

export type Builder = {
  draft: DraftGroup;
  change: (draft: DraftGroup) => void;
  /** What is wrong, by the key of the part; empty until it is asked for. */
  problems: ReadonlyMap<string, string>;
  /** The segment that is edited, which cannot be a part of itself; 0: a new one. */
  own: number;
  isFull: boolean;
};

type GroupEditorProps = { group: DraftGroup; builder: Builder; level: number; onRemove?: () => void };

const MATCHES = (['all', 'any', 'none'] as const).map((value) => ({
  value,
  label: wordings.groupEditor.matches[value],
}));

export function GroupEditor({ group, builder, level, onRemove }: GroupEditorProps) {
  const { draft, change, problems } = builder;
  const problem = problems.get(group.key);
  const remove = (node: DraftNode) => change(withNode(draft, node.key, null));
  return (
    <fieldset className={classes.group} data-level={level}>
      <legend className={classes.legend}>{wordings.groupEditor.legend[group.match]}</legend>
      <div className={classes.head}>
        <span>{level === 1 ? wordings.groupEditor.peopleWhoMeet : wordings.groupEditor.andMeet}</span>
        <Select
          aria-label={wordings.groupEditor.howManyMustHold}
          data={MATCHES}
          value={group.match}
          onChange={(match) => match && change(withMatch(draft, group.key, match as DraftGroup['match']))}
          allowDeselect={false}
          className={classes.match ?? ''}
        />
        <span>{wordings.groupEditor.ofThese}</span>
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            ml="auto"
            onClick={onRemove}
            aria-label={wordings.groupEditor.removeGroup}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </div>
      {group.of.length > 0 && (
        <ul className={classes.nodes}>
          {group.of.map((node, index) => (
            <li key={node.key} className={classes.node}>
              {index > 0 && <span className={classes.joint}>{wordings.groupEditor.joints[group.match]}</span>}
              {isGroup(node) ? (
                <GroupEditor group={node} builder={builder} level={level + 1} onRemove={() => remove(node)} />
              ) : (
                <ConditionRow
                  condition={node.condition}
                  own={builder.own}
                  error={problems.get(node.key)}
                  onChange={(condition) => change(withNode(draft, node.key, { key: node.key, condition }))}
                  onRemove={() => remove(node)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group gap={8} className={classes.foot ?? ''}>
        <AddCondition disabled={builder.isFull} onAdd={(node) => change(withAdded(draft, group.key, node))} />
        {level < SEGMENT_TREE_LIMITS.levels && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconFolderPlus size={16} />}
            disabled={builder.isFull}
            onClick={() => change(withAdded(draft, group.key, newGroup('any')))}
          >
            {wordings.groupEditor.addGroup}
          </Button>
        )}
        {builder.isFull && <Text c="dimmed">{wordings.groupEditor.full}</Text>}
      </Group>
    </fieldset>
  );
}
