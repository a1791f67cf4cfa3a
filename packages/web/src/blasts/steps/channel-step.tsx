import { Radio, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { holdsTyped } from '../../kit/holds-typed.ts';
import { CHOICES_WITHOUT_SEARCH } from '../../kit/options-filter.ts';
import { phoneText } from '../../kit/phone-text.ts';
import { useDrawn } from '../../kit/use-drawn.ts';
import { common } from '../../kit/wordings.ts';
import classes from '../blast.module.css';
import { senderOf, type Wizard } from '../use-wizard.ts';
import { wordings } from '../wordings.ts';

type Channel = Wizard['channels'][number];

const holds = ({ name, number, connection }: Channel, typed: string) =>
  [name, number, phoneText(number), connection].some((text) => holdsTyped(text, typed));

/** Which number it comes from. Only shown when there is a choice; many are searched. */
export function ChannelStep({ wizard }: { wizard: Wizard }) {
  const { channels, change } = wizard;
  const [typed, setTyped] = useState('');
  const sender = senderOf(wizard);
  const [atFirst] = useState(sender?.id);
  const isLong = channels.length > CHOICES_WITHOUT_SEARCH;
  const found = channels.filter((channel) => holds(channel, typed));
  // In a list that scrolls, the one that was chosen before could not be seen.
  const ordered = isLong
    ? found.toSorted((a, b) => Number(b.id === atFirst) - Number(a.id === atFirst))
    : found;
  const drawn = useDrawn(ordered.length);
  const stop = found.find(({ id }) => id === sender?.id) ?? ordered[0];
  return (
    <>
      {isLong && (
        <TextInput
          type="search"
          aria-label={wordings.channelStep.search(channels.length)}
          placeholder={wordings.channelStep.search(channels.length)}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') setTyped('');
            if (key === 'Enter' && typed !== '' && ordered[0]) change({ channel: ordered[0].number });
          }}
          mb="xs"
        />
      )}
      <Radio.Group
        label={<VisuallyHidden>{common.channel}</VisuallyHidden>}
        value={sender?.number ?? ''}
        onChange={(channel) => change({ channel })}
      >
        <div className={classes.options} data-long={isLong || undefined}>
          {ordered
            .filter((channel, index) => index < drawn || channel.id === sender?.id)
            .map((channel) => (
              <ChannelCard key={channel.id} channel={channel} isStop={channel.id === stop?.id} />
            ))}
        </div>
      </Radio.Group>
      {found.length === 0 && <Text c="dimmed">{common.noMatchingChannel}</Text>}
    </>
  );
}

type ChannelCardProps = { channel: Channel; isStop: boolean };

const ChannelCard = memo(function ChannelCard({ channel, isStop }: ChannelCardProps) {
  return (
    // One stop for Tab; the arrows go along them.
    <Radio.Card value={channel.number} tabIndex={isStop ? 0 : -1} className={classes.option ?? ''}>
      <Radio.Indicator />
      <div className={classes.optionWords}>
        <Text fw={600} className="clamp-1">
          {channel.name}
        </Text>
        <Text c="dimmed">
          {phoneText(channel.number)} · {channel.connection}
        </Text>
      </div>
    </Radio.Card>
  );
});
