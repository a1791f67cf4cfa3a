import { Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import type { ReactNode } from 'react';
import { useCall } from '../data/use-call.ts';
import { Row, Rows } from '../kit/rows.tsx';
import { FailedState, LoadingRows } from '../kit/states.tsx';
import { wordings } from './wordings.ts';

const words = wordings.campaignReports;

/**
 * The reports that come with the campaigns, for whoever has arranged none; `empty` where there is no campaign
 * either.
 */
export function CampaignReports({ empty }: { empty: ReactNode }) {
  const { data, error, refetch } = useCall(calls.campaigns.list, {
    start: 0,
    search: '',
    length: PAGE_LIMITS.pageSize,
    show: 'active',
    runsOf: 0,
  });
  if (error)
    return (
      <FailedState
        title={wordings.campaignReports.couldntLoadYourCampaigns}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (data?.campaigns.length === 0) return empty;
  return (
    <section>
      <Title order={2}>{words.title}</Title>
      <Text c="dimmed" mb="md">
        {words.about}
      </Text>
      <Rows>
        {data ? (
          <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {data.campaigns.map(({ id, name }) => (
              <li key={id}>
                <Row
                  title={name}
                  to={`/report/template/1/${id}`}
                  about={<Text c="dimmed">{words.one}</Text>}
                />
              </li>
            ))}
          </ul>
        ) : (
          <LoadingRows rows={4} height={72} />
        )}
      </Rows>
    </section>
  );
}
