import { Radio, Text, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { phoneText } from '../../kit/phone-text.ts';
import { useDrawn } from '../../kit/use-drawn.ts';
import { common } from '../../kit/wordings.ts';
import classes from '../blast.module.css';
import { senderOf, type Wizard } from '../use-wizard.ts';

/** Which number it comes from. Only shown when there is a choice. */
export function ChannelStep({ wizard }: { wizard: Wizard }) {
  const { channels, change } = wizard;
  const sender = senderOf(wizard);
  const drawn = useDrawn(channels.length);
  return (
    <Radio.Group
      label={<VisuallyHidden>{common.channel}</VisuallyHidden>}
      value={sender?.number ?? ''}
      onChange={(channel) => change({ channel })}
    >
      <div className={classes.options}>
        {channels
          .filter((channel, index) => index < drawn || channel.id === sender?.id)
          .map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
      </div>
    </Radio.Group>
  );
}

const ChannelCard = memo(function ChannelCard({ channel }: { channel: Wizard['channels'][number] }) {
  return (
    <Radio.Card value={channel.number} className={classes.option ?? ''}>
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
