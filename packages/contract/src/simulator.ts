import { call, rows, wire } from './kernel/call.ts';
import { int, orElse, text } from './kernel/codec.ts';

/** The simulated carrier: any number of pretend phones against a simulator channel. */
export const simulator = {
  phoneSend: call(
    'simulator/phoneSend',
    {
      phone: wire('inpContactString', text(64)),
      channel: wire('inpShortCode', orElse(text(32), '')),
      text: wire('inpText', text(1600)),
      messageId: wire('inpMessageId', orElse(text(100), '')),
    },
    { id: wire('ID', int()) },
    { about: 'A pretend phone texts a simulator channel; the same inpMessageId twice counts once.' },
  ),
  phoneMessages: call(
    'simulator/phoneMessages',
    {
      phone: wire('inpContactString', text(64)),
      channel: wire('inpShortCode', orElse(text(32), '')),
      since: wire('inpSince', orElse(int(), 0)),
    },
    {
      messages: wire(
        'MESSAGES',
        rows({
          id: wire('ID', int()),
          direction: wire('DIRECTION', text(2)),
          text: wire('TEXT', text(4000)),
          status: wire('STATUS', text(20)),
          credits: wire('CREDITS', int()),
          segments: wire('SEGMENTS', int()),
          campaign: wire('BATCHID', int()),
          at: wire('CREATED_DT', text(40)),
        }),
      ),
    },
    { about: 'What a pretend phone sent (MO) and received (MT), oldest first.' },
  ),
};
