import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBolt, IconSettings } from '@tabler/icons-react';
import { PickList } from '../kit/pick-list.tsx';
import classes from './answers.module.css';
import { AnswersDialog } from './answers-dialog.tsx';
import { answersFor } from './slash.ts';
import type { Answer } from './use-answers.ts';
import { wordings } from './wordings.ts';

/** All canned answers behind a button, and where the team changes them. */
export function AnswersMenu({ answers, onPick }: { answers: Answer[]; onPick: (answer: Answer) => void }) {
  const [managing, dialog] = useDisclosure(false);
  return (
    <>
      <PickList
        position="top-end"
        name={wordings.answersMenu.answers}
        nothing={wordings.answersMenu.noMatchingAnswers}
        groups={(words) => [
          {
            label: '',
            picks: answersFor(answers, words).map((answer) => ({
              key: String(answer.id),
              show: (
                <>
                  <span className={`clamp-1 ${classes.name}`}>{answer.name}</span>
                  <Text span size="xs" c="dimmed" className="clamp-1">
                    {answer.text}
                  </Text>
                </>
              ),
              pick: () => onPick(answer),
            })),
          },
          {
            label: answers.length === 0 ? wordings.answersMenu.textsYouUseOften : '',
            picks: [
              {
                key: 'manage',
                show: (
                  <span className={classes.manage}>
                    <IconSettings size={16} /> {wordings.answersMenu.manageCannedAnswers}
                  </span>
                ),
                pick: dialog.open,
              },
            ],
          },
        ]}
        button={(toggle) => (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            leftSection={<IconBolt size={14} />}
            onClick={toggle}
          >
            {wordings.shared.cannedAnswers}
          </Button>
        )}
      />
      <AnswersDialog opened={managing} onClose={dialog.close} answers={answers} />
    </>
  );
}
