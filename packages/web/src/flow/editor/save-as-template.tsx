import { Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { NameDialog } from '../../kit/dialogs.tsx';
import { useNameAction } from '../../kit/use-name-action.ts';
import { useFlow } from '../store/use-flow.ts';

/** Keeps the campaign's steps as a template of the account's own. */
export function useSaveAsTemplate() {
  const { campaign } = useFlow();
  return useNameAction(calls.templates.saveAsTemplate, (name) => ({ campaign, name }), {
    invalidates: [calls.templates.list],
    notice: (_reply, { name }) => `“${name.trim()}” is one of your templates now`,
  });
}

type SaveAsTemplateProps = { action: ReturnType<typeof useSaveAsTemplate>; name: string };

export function SaveAsTemplate({ action, name }: SaveAsTemplateProps) {
  return (
    <NameDialog
      {...action.dialog}
      title="Save as template"
      label="Template Name"
      initial={name}
      confirmLabel="Save Now"
      maxLength={TEXT_LIMITS.name}
    >
      <Text c="dimmed">
        New campaigns can be made from it. Later changes to this campaign do not change the template.
      </Text>
    </NameDialog>
  );
}
