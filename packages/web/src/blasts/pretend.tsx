/**
 * A channel of the simulator looks like any other, and its texts come back delivered: who sends over one is
 * told that nobody hears of it.
 */

import { Anchor } from '@mantine/core';
import { calls } from '@parley/contract';
import { Link } from 'react-router';
import { useCall } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { Notice } from '../kit/notice.tsx';
import { wordings } from './wordings.ts';

type Sender = { id: number; name: string; connection: string };

/** Whether a channel reaches test phones only. */
export const isPretend = (sender: Sender | undefined) => sender?.connection === 'simulator';

/** Nothing for a channel with a carrier. `tone`: a warning before it is sent. */
export function PretendNotice({
  sender,
  tone = 'warning',
}: {
  sender: Sender | undefined;
  tone?: 'info' | 'warning';
}) {
  if (!sender || !isPretend(sender)) return null;
  return (
    <Notice tone={tone} title={wordings.pretend.reachesTestPhonesOnly(sender.name)}>
      <Filled
        words={wordings.pretend.itIsSimulated}
        parts={{
          qaTool: (
            <Anchor component={Link} to="/tools/phone" underline="always" c="inherit">
              {wordings.pretend.qaTool}
            </Anchor>
          ),
          connect: (
            <Anchor component={Link} to={`/channels/settings/${sender.id}`} underline="always" c="inherit">
              {wordings.pretend.connectItToACarrier}
            </Anchor>
          ),
        }}
      />
    </Notice>
  );
}

/** {@link PretendNotice} of a channel that is known by its id. */
export function PretendChannel({ channel }: { channel: number }) {
  const { data } = useCall(calls.channels.list, { search: '' });
  return <PretendNotice sender={data?.channels.find(({ id }) => id === channel)} tone="info" />;
}
