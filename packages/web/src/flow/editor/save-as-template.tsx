import { Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { NameDialog } from '../../kit/dialogs.tsx';
import { useNameAction } from '../../kit/use-name-action.ts';
import { useFlow } from '../store/use-flow.ts';
import { wordings } from './wordings.ts';

/** Keeps the campaign's steps as a template of the account's own. */
export function useSaveAsTemplate() {
  const { campaign } = useFlow();
  return useNameAction(calls.templates.saveAsTemplate, (name) => ({ campaign, name }), {
    invalidates: [calls.templates.list],
    notice: (_reply, { name }) => wordings.saveAsTemplate.isOneOfYourTemplates(name.trim()),
  });
}

type SaveAsTemplateProps = { action: ReturnType<typeof useSaveAsTemplate>; name: string };

export function SaveAsTemplate({ action, name }: SaveAsTemplateProps) {
  return (
    <NameDialog
      {...action.dialog}
      title={wordings.saveAsTemplate.saveAsTemplate}
      label={wordings.saveAsTemplate.templateName}
      initial={name}
      confirmLabel={wordings.saveAsTemplate.saveNow}
      maxLength={TEXT_LIMITS.name}
    >
      <Text c="dimmed">{wordings.saveAsTemplate.youCanCreateNewCampaigns}</Text>
    </NameDialog>
  );
}
