import { Radio, Text, VisuallyHidden } from '@mantine/core';
import { phoneText } from '../../kit/phone-text.ts';
import { common } from '../../kit/wordings.ts';
import classes from '../blast.module.css';
import { senderOf, type Wizard } from '../use-wizard.ts';

/** Which number it comes from. Only shown when there is a choice. */
export function ChannelStep({ wizard }: { wizard: Wizard }) {
  const { channels, change } = wizard;
  return (
    <Radio.Group
      label={<VisuallyHidden>{common.channel}</VisuallyHidden>}
      value={senderOf(wizard)?.number ?? ''}
      onChange={(channel) => change({ channel })}
    >
      <div className={classes.options}>
        {channels.map((channel) => (
          <Radio.Card key={channel.id} value={channel.number} className={classes.option ?? ''}>
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
        ))}
      </div>
    </Radio.Group>
  );
}
