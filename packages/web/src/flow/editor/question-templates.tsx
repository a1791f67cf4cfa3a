import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import type { Step } from '@parley/engine/flow.ts';
import { useEffect, useState } from 'react';
import { showFailure } from '../../data/toasts.ts';
import { useCall } from '../../data/use-call.ts';
import { CHOICES_WITHOUT_SEARCH } from '../../kit/options-filter.ts';
import { FailedState } from '../../kit/states.tsx';
import { common } from '../../kit/wordings.ts';
import { applyTemplate } from '../model/copy.ts';
import { useFlow } from '../store/use-flow.ts';
import classes from './dialogs.module.css';
import { wordings } from './wordings.ts';

type QuestionTemplatesProps = {
  opened: boolean;
  onClose: () => void;
  entryKey: string;
  /** A template took the place of the step's content. */
  onUsed: () => void;
};

const NONE = 'none';

/** Puts a ready-made question in the place of a step's content. */
export function QuestionTemplates({ opened, onClose, entryKey, onUsed }: QuestionTemplatesProps) {
  const { flow } = useFlow();
  const list = useCall(calls.templates.questionTemplates, { filter: '' }, { enabled: opened });
  const [chosen, setChosen] = useState(NONE);
  const templates = list.data?.templates ?? [];
  const template = templates.find(({ id }) => String(id) === chosen);
  const content = template ? readTemplate(template.template) : null;

  const { error } = list;
  useEffect(() => {
    if (error) showFailure(calls.templates.questionTemplates, error);
  }, [error]);

  const use = () => {
    if (content) {
      flow.edit(entryKey, (step) => applyTemplate(step, content));
      onUsed();
    }
    onClose();
  };
  return (
    <Modal opened={opened} onClose={onClose} title={wordings.questionTemplates.chooseQuestionTemplate}>
      {error ? (
        <FailedState
          title={wordings.questionTemplates.couldntLoadTheTemplates}
          error={error}
          onRetry={() => list.refetch()}
        />
      ) : (
        <Stack gap="md">
          <Select
            label={wordings.questionTemplates.questionTemplate}
            description={wordings.questionTemplates.replacesThisStepsQuestion}
            data={[
              { value: NONE, label: wordings.questionTemplates.none },
              ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={chosen}
            onChange={(value) => setChosen(value ?? NONE)}
            allowDeselect={false}
            searchable={templates.length > CHOICES_WITHOUT_SEARCH}
            data-autofocus
          />
          {content && 'text' in content && (
            <div className={classes.preview}>
              <Text className={classes.versionText}>{content.text}</Text>
              {'intents' in content && content.intents.length > 0 && (
                <Text c="dimmed" mt="xs">
                  {content.intents.map(({ text }, index) => `${index + 1} ${text}`).join(' · ')}
                </Text>
              )}
            </div>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button onClick={use} loading={list.isPending}>
              {wordings.questionTemplates.useNow}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** The template's control point, checked like any other. */
function readTemplate(json: string): Step {
  return calls.flow.saveStep.form.point.codec.decode(json).step;
}
