import { Menu } from '@mantine/core';
import { calls } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconForms } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useAction } from '../data/use-call.ts';
import { ItemMenu } from '../kit/item-menu.tsx';
import { useNameAction } from '../kit/use-name-action.ts';

/** What can be done with a template of the account's own. */
export function OwnTemplateMenu({ template: { id, name } }: { template: { id: number; name: string } }) {
  const invalidates = [calls.templates.list];
  const rename = useNameAction(
    calls.campaigns.saveName,
    (typed) => ({ campaign: id, name: typed, isTemplate: true }),
    { invalidates },
  );
  const remove = useAction(calls.campaigns.remove, { invalidates, notice: `“${name}” deleted` });
  return (
    <ItemMenu
      name={name}
      rename={{
        action: rename,
        title: 'Rename Template',
        label: 'Template Name',
        maxLength: TEXT_LIMITS.name,
      }}
      remove={{
        action: remove,
        run: () => remove.mutate({ campaign: id, isTemplate: true }),
        question: 'Delete this template?',
        warning: 'It cannot be undone. Campaigns that were made from it stay as they are.',
      }}
    >
      <Menu.Item component={Link} to={`/campaign/editor/${id}/0/${id}`} leftSection={<IconForms size={16} />}>
        Edit template
      </Menu.Item>
    </ItemMenu>
  );
}
