import { Menu } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconForms } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAction } from '../data/use-call.ts';
import { ItemMenu } from '../kit/item-menu.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import { wordings } from './wordings.ts';

/** What can be done with a template of the account's own. */
export function OwnTemplateMenu({ template: { id, name } }: { template: { id: number; name: string } }) {
  const invalidates = [calls.templates.list];
  const rename = useNameAction(
    calls.campaigns.saveName,
    (typed) => ({ campaign: id, name: typed, isTemplate: true }),
    { of: name, invalidates },
  );
  const remove = useAction(calls.campaigns.remove, {
    invalidates,
    notice: wordings.ownTemplateMenu.deleted(name),
  });
  return (
    <ItemMenu
      name={name}
      rename={{
        action: rename,
        title: wordings.ownTemplateMenu.renameTemplate,
        label: wordings.ownTemplateMenu.templateName,
        maxLength: TEXT_LIMITS.name,
      }}
      remove={{
        action: remove,
        run: () => remove.mutate({ campaign: id, isTemplate: true }),
        question: wordings.ownTemplateMenu.deleteThisTemplate,
        warning: wordings.ownTemplateMenu.nobodyFindsIt,
      }}
    >
      <Menu.Item component={Link} to={`/campaign/editor/${id}/0/${id}`} leftSection={<IconForms size={16} />}>
        {wordings.ownTemplateMenu.editTemplate}
      </Menu.Item>
    </ItemMenu>
  );
}
