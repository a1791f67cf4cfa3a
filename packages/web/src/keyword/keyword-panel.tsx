import { Anchor, CopyButton, Group, Select, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { IconCheck, IconCopy, IconHash } from '@tabler/icons-react';
import { useState } from 'react';
import { SenderOnly } from '../account/sender-only.tsx';
import { isolatedName } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { Bubble } from '../kit/bubble.tsx';
import { Filled } from '../kit/filled.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { SaveMark } from '../kit/save-mark.tsx';
import { FailedState, LoadingField } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { FurtherKeywords } from './further-keywords.tsx';
import classes from './keyword.module.css';
import { useKeyword } from './use-keyword.ts';
import { wordings } from './wordings.ts';

/** The longest text that can be typed; the server says what a keyword may be. */
const LONGEST_TYPED = 160;

type Channel = ReplyOf<typeof calls.channels.list>['channels'][number];
type PanelProps = { campaign: number; channels: readonly Channel[]; first: string };

/**
 * Sets the word that starts a campaign, on the channel where it has one already to begin with. Also works
 * inside another screen, by the campaign's id.
 */
export function KeywordPanel({ campaign }: { campaign: number }) {
  const { data, error, refetch } = useCall(calls.channels.list, { search: '' });
  const details = useCall(calls.campaigns.details, { campaign });
  if (error)
    return (
      <FailedState title={wordings.keywordPanel.couldntLoadTheKeyword} error={error} onRetry={refetch} />
    );
  if (!data || details.isPending) return <LoadingField />;
  const { channels } = data;
  const own = channels.find(({ number }) => number === details.data?.channelNumber);
  return <Panel campaign={campaign} channels={channels} first={(own ?? channels[0])?.number ?? ''} />;
}

function Panel({ campaign, channels, first }: PanelProps) {
  const [number, setNumber] = useState(first);
  return (
    <Stack gap="lg">
      {channels.length > 1 && (
        <Select
          label={common.channel}
          description={wordings.keywordPanel.eachChannelHasItsOwn}
          data={channels.map((channel) => ({
            value: channel.number,
            label: `${isolatedName(channel.name)}, ${phoneText(channel.number)}`,
          }))}
          value={number}
          onChange={(value) => setNumber(value ?? first)}
          allowDeselect={false}
          searchable
          nothingFoundMessage={common.noMatchingChannel}
        />
      )}
      <SenderOnly why={wordings.keywordPanel.othersSetIt}>
        <Stack gap="lg">
          <KeywordField key={number} campaign={campaign} number={number} />
          <FurtherKeywords key={`further ${number}`} campaign={campaign} number={number} />
        </Stack>
      </SenderOnly>
    </Stack>
  );
}

function KeywordField({ campaign, number }: { campaign: number; number: string }) {
  const { keyword, isKnown, problem, failed, status, change, retry } = useKeyword(campaign, number);
  const isSet = keyword.trim() !== '' && problem === '';
  return (
    <Stack gap="lg" className={classes.field}>
      <TextInput
        label={common.keyword}
        description={wordings.keywordPanel.lettersAndNumbers}
        placeholder={wordings.keywordPanel.pizza}
        leftSection={<IconHash size={16} />}
        value={keyword}
        onChange={(event) => change(event.currentTarget.value)}
        disabled={!isKnown}
        error={problem === '' ? undefined : problem}
        maxLength={LONGEST_TYPED}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {problem === '' ? (
        <div className={classes.mark}>
          <SaveMark status={status} onRetry={retry} />
        </div>
      ) : (
        <Text c="var(--mantine-color-error)" role="alert" mt={-12}>
          {failed}{' '}
          <Anchor component="button" type="button" underline="always" onClick={retry}>
            {common.retry}
          </Anchor>
        </Text>
      )}
      {isSet ? (
        <Invitation keyword={keyword.trim()} number={number} />
      ) : (
        <Text c="dimmed">
          <Filled
            words={wordings.keywordPanel.peopleTextTheKeyword}
            parts={{ number: <span className={classes.number}>{phoneText(number)}</span> }}
          />
        </Text>
      )}
    </Stack>
  );
}

/** How it looks to those who will use it, and the sentence for the poster. */
function Invitation({ keyword, number }: { keyword: string; number: string }) {
  const text = phoneText(number);
  const sentence = wordings.keywordPanel.textTo(keyword, text);
  return (
    <div className={classes.invitation}>
      <CopyButton value={sentence}>
        {({ copied, copy }) => (
          <UnstyledButton className={classes.sentence} onClick={copy}>
            <Group gap="xs" wrap="nowrap" justify="space-between">
              <Text component="span" fw={600}>
                {sentence.slice(0, -text.length)}
                <span className={classes.number}>{text}</span>
              </Text>
              <Group gap={4} wrap="nowrap" c="dimmed" flex="none">
                {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                <span>{copied ? wordings.keywordPanel.copied : common.copy}</span>
              </Group>
            </Group>
          </UnstyledButton>
        )}
      </CopyButton>
      <div className={classes.talk} aria-hidden>
        <Bubble side="out">{keyword}</Bubble>
        <Bubble side="in">{wordings.keywordPanel.theCampaignStartsHere}</Bubble>
      </div>
    </div>
  );
}
