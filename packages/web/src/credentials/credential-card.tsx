import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useIsOwner } from '../account/owner-only.tsx';
import { useAction } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import classes from './credentials.module.css';
import { useSecrets } from './use-secrets.ts';

type Pair = ReplyOf<typeof calls.credentials.list>['credentials'][number];

export function CredentialCard({ pair: { id, name, accessKey, secretKey } }: { pair: Pair }) {
  const isOwner = useIsOwner();
  const [isOpen, secret] = useDisclosure(false);
  const { fetchSecrets, isAsking } = useSecrets();
  const isHere = secretKey !== '';
  const shown = isOpen && isHere;
  const toggle = async () => {
    if (isHere) secret.toggle();
    else if (await fetchSecrets()) secret.open();
  };
  const renaming = useNameAction(calls.credentials.rename, (newName) => ({ credential: id, name: newName }), {
    invalidates: [calls.credentials.list],
  });
  const remove = useAction(calls.credentials.remove, {
    invalidates: [calls.credentials.list],
    notice: `“${name}” deleted`,
  });
  const toggleLabel = shown ? 'Hide Client Secret' : 'Show Client Secret';
  return (
    <div className={`card ${classes.card}`}>
      <div className={classes.head}>
        <h2 className="clamp-1" title={name} style={{ fontSize: 14, margin: 0 }}>
          {name}
        </h2>
        {isOwner && (
          <ItemMenu
            name={name}
            rename={{
              action: renaming,
              title: 'Rename Credentials',
              label: 'Credentials Name',
              maxLength: TEXT_LIMITS.name,
            }}
            remove={{
              action: remove,
              run: () => remove.mutate({ credential: id }),
              question: 'Are you sure you want to delete these Credentials?',
              warning: `API requests with the Client Id ${accessKey} are refused from then on. This cannot be undone.`,
            }}
          />
        )}
      </div>
      <dl className={classes.pair}>
        <dt>Client Id</dt>
        <dd>
          <CodeText label="Client Id">{accessKey}</CodeText>
        </dd>
        <dt>Client Secret</dt>
        {isOwner ? (
          <dd>
            <CodeText label="Client Secret" masked={!shown}>
              {isHere ? secretKey : null}
            </CodeText>
            <Tooltip label={toggleLabel}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => void toggle()}
                loading={isAsking}
                aria-label={toggleLabel}
              >
                {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Tooltip>
          </dd>
        ) : (
          <dd>Owners of the account can see it.</dd>
        )}
      </dl>
    </div>
  );
}
