import { ActionIcon, Button } from '@mantine/core';
import type { Token } from '@parley/engine/tokens.ts';
import { IconBraces } from '@tabler/icons-react';
import { holdsTyped } from '../../kit/holds-typed.ts';
import { PickList } from '../../kit/pick-list.tsx';
import { wordings } from './wordings.ts';

/** 'Tags', 'Answers', 'Intents' with what they offer. */
export type TokenGroup = { label: string; choices: { label: string; token: Token }[] };

type TokenMenuProps = {
  groups: TokenGroup[];
  onPick: (token: Token) => void;
  /** Beside a one-line field: an icon alone. */
  compact?: boolean;
  label?: string;
};

/** Inserts a merge token: tag values and answers are picked, never typed. */
export function TokenMenu({
  groups,
  onPick,
  compact,
  label = wordings.tokenMenu.personalize,
}: TokenMenuProps) {
  return (
    <PickList
      name={wordings.tokenMenu.values}
      nothing={wordings.tokenMenu.nothingToInsert}
      groups={(words) =>
        groups.map((group) => ({
          label: group.label,
          picks: group.choices
            .filter((choice) => holdsTyped(choice.label, words))
            .map((choice) => ({
              key: `${group.label} ${choice.label}`,
              show: choice.label,
              pick: () => onPick(choice.token),
            })),
        }))
      }
      button={(toggle) =>
        compact ? (
          <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={toggle}>
            <IconBraces size={16} />
          </ActionIcon>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            leftSection={<IconBraces size={14} />}
            onClick={toggle}
          >
            {label}
          </Button>
        )
      }
    />
  );
}
