import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { useState } from 'react';
import { useMaySend } from '../account/sender-only.tsx';
import { isolatedName } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import classes from './campaign-files.module.css';
import { PlannedCard } from './planned-card.tsx';
import type { useCampaignFile } from './use-campaign-file.ts';
import { wordings } from './wordings.ts';

const words = wordings.preview;

type Given = ReturnType<typeof useCampaignFile>;
type FilePreviewProps = { given: Given; looked: NonNullable<Given['looked']> };

/** What a file would make, before it does; which of its campaigns, and where their keywords go. */
export function FilePreview({ given, looked }: FilePreviewProps) {
  const { file, channel, preview } = looked;
  const { campaigns } = preview;
  const [chosen, setChosen] = useState(() =>
    campaigns.filter(({ problem }) => problem === '').map(({ place }) => place),
  );
  const maySend = useMaySend();
  const [wantsKeywords, setWantsKeywords] = useState(true);
  const withKeywords = maySend && wantsKeywords;
  const hasKeywords = campaigns.some(({ keywords }) => keywords.length > 0);
  const trouble =
    chosen.length === 0 ? words.none : chosen.length > CAMPAIGN_FILE_LIMITS.atOnce ? words.most : '';
  const choose = (place: number) =>
    setChosen((before) =>
      before.includes(place) ? before.filter((each) => each !== place) : [...before, place],
    );
  return (
    <>
      {given.news !== '' && (
        <div className={classes.news}>
          <Notice tone="warning" title={wordings.importCampaigns.changed}>
            {given.news}
          </Notice>
        </div>
      )}
      <Text mb="md" role="status" className={classes.breaks ?? ''}>
        <Filled words={words.found(campaigns.length)} parts={{ file: <strong>{file.name}</strong> }} />
        {preview.source === 'rapidpro' && ` · ${words.rapidpro}`}
      </Text>
      {hasKeywords && (
        <div className={`card ${classes.options}`}>
          <Checkbox
            label={words.keywords}
            description={maySend ? words.keywordsAbout : words.othersSetThem}
            checked={withKeywords}
            disabled={!maySend}
            onChange={({ currentTarget: { checked } }) => setWantsKeywords(checked)}
          />
          {withKeywords && (
            <ChannelSelect value={channel} isBusy={given.reading !== null} onChange={given.chooseChannel} />
          )}
        </div>
      )}
      <ul className={classes.planned} aria-busy={given.reading !== null}>
        {campaigns.map((campaign) => (
          <PlannedCard
            key={campaign.place}
            campaign={campaign}
            isChosen={chosen.includes(campaign.place)}
            onChoose={campaigns.length > 1 ? () => choose(campaign.place) : null}
            withKeywords={withKeywords}
          />
        ))}
      </ul>
      <div className={classes.foot}>
        <Text c={trouble === '' ? 'dimmed' : 'var(--mantine-color-error)'} role="status">
          {trouble || words.nothingYet}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={given.startAnew}>
            {wordings.importCampaigns.anotherFile}
          </Button>
          <Button
            onClick={() => given.start(chosen, withKeywords)}
            disabled={trouble !== '' || given.reading !== null}
            loading={given.isStarting}
          >
            {words.start(chosen.length)}
          </Button>
        </Group>
      </div>
    </>
  );
}

type ChannelSelectProps = { value: number; isBusy: boolean; onChange: (channel: number) => void };

/** Nothing where there is no choice. */
function ChannelSelect({ value, isBusy, onChange }: ChannelSelectProps) {
  const { data } = useCall(calls.channels.list, { search: '' });
  if (!data || data.channels.length < 2) return null;
  return (
    <Select
      label={words.channel}
      data={[
        { value: '0', label: words.channelOfFile },
        ...data.channels.map(({ id, name, number }) => ({
          value: String(id),
          label: `${isolatedName(name)}, ${phoneText(number)}`,
        })),
      ]}
      value={String(value)}
      onChange={(next) => onChange(Number(next ?? 0))}
      allowDeselect={false}
      searchable
      nothingFoundMessage={common.noMatchingChannel}
      disabled={isBusy}
    />
  );
}
