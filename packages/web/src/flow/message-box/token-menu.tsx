import { ActionIcon, Button, Menu, ScrollArea, TextInput } from '@mantine/core';
import type { Token } from '@parley/engine/tokens.ts';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconBraces, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** 'Tags', 'Answers', 'Intents' with what they offer. */
export type TokenGroup = { label: string; choices: { label: string; token: Token }[] };

type TokenMenuProps = {
  groups: TokenGroup[];
  onPick: (token: Token) => void;
  /** Beside a one-line field: an icon alone. */
  compact?: boolean;
  label?: string;
};

const MANY = 8;

/** Inserts a merge token: tag values and answers are picked, never typed. */
export function TokenMenu({ groups, onPick, compact, label = 'Insert a value' }: TokenMenuProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = groups
    .map((group) => ({
      ...group,
      choices: group.choices.filter((choice) => choice.label.toLowerCase().includes(wanted)),
    }))
    .filter((group) => group.choices.length > 0);
  const isLong = groups.reduce((sum, group) => sum + group.choices.length, 0) > MANY;
  return (
    <Menu returnFocus={false} onClose={() => setSearch('')} position="bottom-end">
      <Menu.Target>
        {compact ? (
          <ActionIcon variant="subtle" color="gray" aria-label={label}>
            <IconBraces size={16} />
          </ActionIcon>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            leftSection={<IconBraces size={14} />}
          >
            {label}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown miw={220} maw={320}>
        {isLong && (
          <TextInput
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder="Search values"
            aria-label="Search values"
            leftSection={<IconSearch size={14} />}
            size="xs"
            mb={4}
          />
        )}
        <ScrollArea.Autosize mah={SCREEN.menuMaxHeight} type="auto">
          {shown.map((group) => (
            <div key={group.label}>
              <Menu.Label>{group.label}</Menu.Label>
              {group.choices.map((choice) => (
                <Menu.Item key={choice.label} onClick={() => onPick(choice.token)}>
                  {choice.label}
                </Menu.Item>
              ))}
            </div>
          ))}
          {shown.length === 0 && <Menu.Label>Nothing to insert</Menu.Label>}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  );
}
