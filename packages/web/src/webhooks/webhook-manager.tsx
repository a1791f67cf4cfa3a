/** All webhooks of the account. For owners. */
import { Button, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { useCall } from '../data/use-call.ts';
import { Page } from '../kit/page.tsx';
import { Row, Rows } from '../kit/rows.tsx';
import { EmptyState, FailedState, LoadingRows } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { HealthBadge, HealthText } from './health.tsx';
import { wordings } from './wordings.ts';

export const EDITOR = '/account/webhooks/edit';
const REFRESH_MS = 10_000;

export function WebhookManager() {
  const isOwner = useIsOwner();
  return isOwner ? (
    <Webhooks />
  ) : (
    <Page title={wordings.shared.webhooks} crumbs={[{ label: common.myAccount, to: '/account' }]}>
      <EmptyState icon={IconWebhook} title={wordings.shared.forOwners}>
        {wordings.shared.onlyOwners}
      </EmptyState>
    </Page>
  );
}

function Webhooks() {
  const { data, error, refetch } = useCall(calls.webhooks.list, {}, { refetchInterval: REFRESH_MS });
  const endpoints = data?.endpoints;
  const isEmpty = endpoints?.length === 0;
  const addButton = (
    <Button component={Link} to={EDITOR} leftSection={<IconPlus size={16} />}>
      {wordings.shared.newWebhook}
    </Button>
  );
  return (
    <Page
      title={wordings.shared.webhooks}
      crumbs={[{ label: common.myAccount, to: '/account' }]}
      about={wordings.webhookManager.about}
      width="normal"
      action={!isEmpty && addButton}
    >
      {error && !data ? (
        <FailedState
          title={wordings.webhookManager.couldNotLoad}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : !endpoints ? (
        <Rows>
          <LoadingRows rows={2} />
        </Rows>
      ) : isEmpty ? (
        <EmptyState icon={IconWebhook} title={wordings.webhookManager.noneYet} action={addButton}>
          {wordings.webhookManager.whatItIs}
        </EmptyState>
      ) : (
        <Rows>
          {endpoints.map((endpoint) => (
            <Row
              key={endpoint.id}
              title={endpoint.description || endpoint.url}
              to={`${EDITOR}/${endpoint.id}`}
              about={
                <>
                  {endpoint.description !== '' && (
                    <Text c="dimmed" size="sm" className="clamp-1">
                      {endpoint.url}
                    </Text>
                  )}
                  <HealthText endpoint={endpoint} />
                </>
              }
              mark={<HealthBadge endpoint={endpoint} />}
            />
          ))}
        </Rows>
      )}
    </Page>
  );
}
