import { ActionIcon, Group, Text, TextInput, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { PREFERENCE_LIMITS } from '@parley/rules/limits.ts';
import { IconX } from '@tabler/icons-react';
import { useCall } from '../data/use-call.ts';
import { AddSelect } from '../kit/add-select.tsx';
import { common } from '../kit/wordings.ts';
import classes from './preferences.module.css';
import { wordings } from './wordings.ts';

type Offered = { list: number; name: string };
type OfferedListsProps = {
  offered: Offered[];
  names: ReadonlyMap<number, string>;
  problem: string | undefined;
  onChange: (offered: Offered[]) => void;
};

/** The lists that stand on the page, each with the name that people read. */
export function OfferedLists({ offered, names, problem, onChange }: OfferedListsProps) {
  const words = wordings.offeredLists;
  const lists = useCall(calls.lists.list, { filter: '', search: '' }).data?.lists ?? [];
  const own = new Map([...names, ...lists.map(({ id, name }) => [id, name] as const)]);
  const chosen = new Set(offered.map(({ list }) => list));
  const more = lists
    .filter(({ id }) => !chosen.has(id))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const add = (value: string) => {
    const list = lists.find(({ id }) => String(id) === value);
    if (list) onChange([...offered, { list: list.id, name: list.name.slice(0, PREFERENCE_LIMITS.listName) }]);
  };
  return (
    <section className={classes.lists} aria-labelledby="offered-lists">
      <Title order={2} id="offered-lists">
        {words.heading}
      </Title>
      <Text c="dimmed">{offered.length === 0 ? words.none : words.means}</Text>
      {offered.map(({ list, name }) => {
        const ownName = own.get(list) ?? words.deleted;
        return (
          <Group key={list} gap="xs" align="end" wrap="nowrap">
            <TextInput
              className={classes.name ?? ''}
              label={words.publicName(ownName)}
              value={name}
              error={name.trim() === '' ? problem : undefined}
              maxLength={PREFERENCE_LIMITS.listName}
              autoComplete="off"
              onChange={(event) =>
                onChange(
                  offered.map((each) =>
                    each.list === list ? { list, name: event.currentTarget.value } : each,
                  ),
                )
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={words.remove(ownName)}
              onClick={() => onChange(offered.filter((each) => each.list !== list))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        );
      })}
      {more.length > 0 && offered.length < PREFERENCE_LIMITS.lists && (
        <AddSelect
          label={words.add}
          placeholder={words.choose}
          data={more}
          onAdd={add}
          nothingFoundMessage={common.noMatchingList}
        />
      )}
    </section>
  );
}
