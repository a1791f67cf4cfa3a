import { Button, Skeleton, Stack } from '@mantine/core';
import { calls } from '@parley/contract';
import { Link, useParams } from 'react-router';
import { OwnerOnly } from '../account/owner-only.tsx';
import { useMaySend } from '../account/sender-only.tsx';
import { CatchAllSettings } from '../catch-all/catch-all-settings.tsx';
import { isolatedName } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { LoadFailed } from '../kit/load-failed.tsx';
import { Page } from '../kit/page.tsx';
import { common } from '../kit/wordings.ts';
import { SendingRules } from '../policy/sending-rules.tsx';
import { ChannelOptOutTexts } from './channel-opt-out-texts.tsx';
import classes from './connection.module.css';
import { ConnectionForm } from './connection-form.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { RateLimitSettings } from './rate-limit-settings.tsx';
import { TestSend } from './test-send.tsx';
import { WebhookList } from './webhook-list.tsx';
import { wordings } from './wordings.ts';

/** `/channels/settings/:SRID`: how one channel reaches its carrier. */
export function ConnectionSettings() {
  const { SRID = '' } = useParams();
  const channel = /^[1-9]\d{0,14}$/.test(SRID) ? Number(SRID) : 0;
  const { data, error, refetch } = useCall(calls.connections.load, { channel }, { staleTime: Infinity });
  const maySend = useMaySend();
  return (
    <Page
      title={data ? `${isolatedName(data.name)}: connection` : wordings.shared.connection}
      crumbs={[
        { label: common.myAccount, to: '/account' },
        { label: common.channelManager, to: '/channels' },
      ]}
      about={wordings.connectionSettings.howThisChannelSends}
      tools={
        data && (
          <Button component={Link} to={`/channels/review?channel=${channel}`} variant="default">
            {common.carrierReview}
          </Button>
        )
      }
    >
      {error && !data ? (
        <LoadFailed
          what={wordings.shared.channel}
          error={error}
          onRetry={() => void refetch()}
          back={{ label: wordings.connectionSettings.allChannels, to: '/channels' }}
        />
      ) : !data ? (
        <div className={classes.columns} role="status" aria-label={common.loading}>
          <LoadingCard fields={4} />
          <Stack>
            <LoadingCard fields={1} />
            <LoadingCard fields={2} />
          </Stack>
        </div>
      ) : (
        <div className={classes.columns}>
          <div className={classes.column}>
            <OwnerOnly what={wordings.connectionSettings.theseSettings}>
              <div className={classes.column}>
                <ConnectionForm key={channel} channel={channel} stored={data} />
                <RateLimitSettings channel={channel} />
                <SendingRules channel={channel} />
                <CatchAllSettings channel={channel} />
                <ChannelOptOutTexts channel={channel} />
              </div>
            </OwnerOnly>
          </div>
          <div className={classes.column}>
            <ConnectionStatus channel={channel} stored={data} />
            <WebhookList channel={channel} stored={data} />
            {maySend && <TestSend channel={channel} simulated={data.kind === 'simulator'} />}
          </div>
        </div>
      )}
    </Page>
  );
}

/** A card of settings that is on its way. */
function LoadingCard({ fields }: { fields: number }) {
  return (
    <div className={`card ${classes.section}`}>
      <Skeleton height={16} width={120} />
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are alike and never move
        <Skeleton key={index} height={36} />
      ))}
    </div>
  );
}
