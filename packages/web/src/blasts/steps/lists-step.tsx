import { ActionIcon, Anchor, Stack, Text } from '@mantine/core';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { AddSelect } from '../../kit/add-select.tsx';
import { Filled } from '../../kit/filled.tsx';
import { formatNumber } from '../../kit/numbers.tsx';
import { common } from '../../kit/wordings.ts';
import { SegmentSelect } from '../../segments/index.ts';
import { AbTest } from '../ab-test.tsx';
import classes from '../blast.module.css';
import type { Wizard } from '../use-wizard.ts';
import { wordings } from '../wordings.ts';

/** Who may get it: the picker adds lists, each chosen one can be taken out again. */
export function ListsStep({ wizard, name }: { wizard: Wizard; name: string }) {
  const { draft, change, lists } = wizard;
  const left = lists.filter((list) => !draft.lists.includes(list.id));
  const chosen = draft.lists.flatMap((id) => lists.filter((list) => list.id === id));
  const isFull = draft.lists.length >= COUNT_LIMITS.listsPerBlast;
  const noMore = left.length === 0;
  return (
    <Stack gap="sm">
      <AddSelect
        label={noMore ? wordings.listsStep.noMoreListsAvailable : wordings.listsStep.addAList}
        placeholder={noMore ? '' : common.chooseAList}
        data={left.map((list) => ({ value: String(list.id), label: list.name }))}
        renderOption={({ option }) => {
          const list = left.find(({ id }) => String(id) === option.value);
          return (
            <span className={classes.listOption}>
              <span className="clamp-1">{option.label}</span>
              {list && <span className="tabular">{formatNumber(list.count)}</span>}
            </span>
          );
        }}
        onAdd={(id) => change({ lists: [...draft.lists, Number(id)] })}
        disabled={noMore || isFull}
        description={isFull ? wordings.listsStep.listsAtMost(COUNT_LIMITS.listsPerBlast) : undefined}
        nothingFoundMessage={common.noMatchingList}
      />
      {lists.length === 0 && (
        <Text c="dimmed">
          <Filled
            words={wordings.listsStep.youHaveNoListsYet}
            parts={{
              create: (
                <Anchor component={Link} to="/lists" underline="always">
                  {wordings.listsStep.createOneInTheList}
                </Anchor>
              ),
            }}
          />
        </Text>
      )}
      {chosen.length > 0 && (
        <ul className={classes.chosen} aria-label={wordings.listsStep.chosenLists}>
          {chosen.map((list) => (
            <li key={list.id} className={classes.chosenRow}>
              <span className="clamp-1">{list.name}</span>
              <Text c="dimmed" className="tabular">
                {formatNumber(list.count)} {list.count === 1 ? 'member' : 'members'}
              </Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => change({ lists: draft.lists.filter((id) => id !== list.id) })}
                aria-label={wordings.listsStep.remove(list.name)}
              >
                <IconX size={16} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <SegmentChoice wizard={wizard} />
      <AbTest wizard={wizard} name={name} />
    </Stack>
  );
}

/** People of a segment, alone or of the lists. */
function SegmentChoice({ wizard: { draft, change } }: { wizard: Wizard }) {
  const words = wordings.listsStep;
  const isNarrowed = draft.lists.length > 0;
  const chosenWords = isNarrowed ? words.onlyThoseOnTheLists : words.everyoneInIt;
  return (
    <SegmentSelect
      label={words.segment}
      placeholder={isNarrowed ? words.anySegment : words.noSegment}
      value={draft.segment}
      onChange={(segment) => change({ segment })}
      description={draft.segment > 0 ? chosenWords : words.aloneOrWithLists}
    />
  );
}
