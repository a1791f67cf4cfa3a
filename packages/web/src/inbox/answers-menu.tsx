import { Button, Menu, ScrollArea, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { SCREEN } from '@parley/rules/limits.ts';
import { IconBolt, IconSearch, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './answers.module.css';
import { AnswersDialog } from './answers-dialog.tsx';
import { answersFor } from './slash.ts';
import type { Answer } from './use-answers.ts';

const MANY = 8;

/** All canned answers behind a button, and where the team changes them. */
export function AnswersMenu({ answers, onPick }: { answers: Answer[]; onPick: (answer: Answer) => void }) {
  const [search, setSearch] = useState('');
  const [managing, dialog] = useDisclosure(false);
  return (
    <>
      <Menu returnFocus={false} onClose={() => setSearch('')} position="top-end">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            leftSection={<IconBolt size={14} />}
          >
            Canned answers
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={260} maw={340}>
          {answers.length > MANY && (
            <TextInput
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              placeholder="Search answers"
              aria-label="Search answers"
              leftSection={<IconSearch size={14} />}
              size="xs"
              mb={4}
            />
          )}
          <ScrollArea.Autosize mah={SCREEN.menuMaxHeight} type="auto">
            {answersFor(answers, search).map((answer) => (
              <Menu.Item key={answer.id} onClick={() => onPick(answer)}>
                <span className={`clamp-1 ${classes.name}`}>{answer.name}</span>
                <Text span size="xs" c="dimmed" className="clamp-1">
                  {answer.text}
                </Text>
              </Menu.Item>
            ))}
            {answers.length === 0 && (
              <Menu.Label>Texts that you write often, found by typing / in the reply</Menu.Label>
            )}
          </ScrollArea.Autosize>
          <Menu.Divider />
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={dialog.open}>
            Manage canned answers
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AnswersDialog opened={managing} onClose={dialog.close} answers={answers} />
    </>
  );
}
