import { ActionIcon, Button, Stack, Text } from '@mantine/core';
import type { Phrase } from '@parley/engine/flow.ts';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { MessageBox } from '../message-box/message-box.tsx';
import type { TokenGroup } from '../message-box/token-menu.tsx';
import { freeId, replaceById } from '../model/intents.ts';
import type { When } from '../store/step-saving.ts';
import { wordings } from './wordings.ts';

type AlternativesProps = {
  value: Phrase[];
  onChange: (alternatives: Phrase[], when: When) => void;
  tokens: TokenGroup[];
  /** What short links begin with, when they are written. */
  linkBase?: string | undefined;
};

/** Further wordings of a text: each contact gets one of them, all equally likely. */
export function Alternatives({ value, onChange, tokens, linkBase }: AlternativesProps) {
  const add = () => onChange([...value, { id: freeId(value), text: '' }], 'now');
  return (
    <Stack gap="xs">
      {value.map((phrase, index) => (
        <MessageBox
          key={phrase.id}
          label={wordings.alternatives.alternative(index + 1)}
          value={phrase.text}
          onChange={(text) => onChange(replaceById(value, { ...phrase, text }), 'after-pause')}
          tokens={tokens}
          linkBase={linkBase}
          rows={2}
        >
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={wordings.alternatives.removeAlternative(index + 1)}
            onClick={() =>
              onChange(
                value.filter((each) => each.id !== phrase.id),
                'now',
              )
            }
          >
            <IconTrash size={16} />
          </ActionIcon>
        </MessageBox>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          leftSection={<IconPlus size={14} />}
          onClick={add}
          disabled={value.length >= COUNT_LIMITS.alternatives}
        >
          {value.length === 0
            ? wordings.alternatives.randomizeAddAnAlternative
            : wordings.alternatives.addAnAlternative}
        </Button>
        {value.length > 0 && (
          <Text component="span" size="xs" c="dimmed" ml="xs">
            {wordings.alternatives.randomizeEachContactGetsOne(value.length + 1)}
          </Text>
        )}
      </div>
    </Stack>
  );
}
