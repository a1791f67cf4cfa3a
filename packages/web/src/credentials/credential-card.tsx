import { ActionIcon, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls, type ReplyOf } from '@parley/contract';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useIsOwner } from '../account/owner-only.tsx';
import { useAction } from '../data/use-call.ts';
import { useConfirmed } from '../data/use-confirmed.ts';
import { CodeText } from '../kit/code-text.tsx';
import { ItemMenu } from '../kit/item-menu.tsx';
import { useNameAction } from '../kit/use-name-action.ts';
import classes from './credentials.module.css';
import { wordings } from './wordings.ts';

type Pair = ReplyOf<typeof calls.credentials.list>['credentials'][number];

export function CredentialCard({ pair: { id, name, accessKey, secretKey } }: { pair: Pair }) {
  const isOwner = useIsOwner();
  const [isOpen, secret] = useDisclosure(false);
  const { fetchConfirmed, isAsking } = useConfirmed(calls.credentials.list);
  const isHere = secretKey !== '';
  const shown = isOpen && isHere;
  const toggle = async () => {
    if (isHere) secret.toggle();
    else if (await fetchConfirmed()) secret.open();
  };
  const renaming = useNameAction(calls.credentials.rename, (newName) => ({ credential: id, name: newName }), {
    of: name,
    invalidates: [calls.credentials.list],
  });
  const remove = useAction(calls.credentials.remove, {
    invalidates: [calls.credentials.list],
    notice: wordings.credentialCard.deleted(name),
  });
  const toggleLabel = shown
    ? wordings.credentialCard.hideClientSecret
    : wordings.credentialCard.showClientSecret;
  const ofThis = (what: string) => wordings.credentialCard.ofCredentials(what, name);
  return (
    <div className={`card ${classes.card}`}>
      <div className={classes.head}>
        <h2 className="clamp-1" title={name} style={{ fontSize: 14, margin: 0 }}>
          {name}
        </h2>
        {(isOwner || renaming.dialog.opened) && (
          <ItemMenu
            name={name}
            rename={{
              action: renaming,
              title: wordings.credentialCard.renameCredentials,
              label: wordings.credentialCard.credentialsName,
              maxLength: TEXT_LIMITS.name,
            }}
            remove={{
              action: remove,
              run: () => remove.mutate({ credential: id }),
              question: wordings.credentialCard.areYouSureYouWant,
              warning: wordings.credentialCard.apiRequestsWithTheClient(accessKey),
            }}
          />
        )}
      </div>
      <dl className={classes.pair}>
        <dt>{wordings.credentialCard.clientId}</dt>
        <dd>
          <CodeText label={ofThis(wordings.credentialCard.clientId)}>{accessKey}</CodeText>
        </dd>
        <dt>{wordings.credentialCard.clientSecret}</dt>
        {isOwner ? (
          <dd>
            <CodeText label={ofThis(wordings.credentialCard.clientSecret)} masked={!shown}>
              {isHere ? secretKey : null}
            </CodeText>
            <Tooltip label={toggleLabel}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => void toggle()}
                loading={isAsking}
                aria-label={ofThis(toggleLabel)}
              >
                {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Tooltip>
          </dd>
        ) : (
          <dd>{wordings.credentialCard.ownersOfTheAccount}</dd>
        )}
      </dl>
    </div>
  );
}
