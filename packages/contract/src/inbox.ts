import { call, rows, wire } from './kernel/call.ts';
import { int, orElse, text } from './kernel/codec.ts';

/** An incoming message as the inbox and the live connection carry it (access-and-reports, section 3). */
export const incomingMessage = {
  id: wire('ID', int()),
  phone: wire('CONTACTSTRING_VCH', text(32)),
  text: wire('RESPONSE_VCH', text(4000)),
  campaign: wire('BATCHID', int()),
  at: wire('CREATED_DT', text(40)),
};

export const inbox = {
  list: call(
    'inbox/listMessages',
    { before: wire('inpBefore', orElse(int(0), 0)), search: wire('iSearchStr', orElse(text(255), '')) },
    {
      messages: wire(
        'MESSAGES',
        rows({
          ...incomingMessage,
          contact: wire('ContactAddressId', int()),
          campaignName: wire('NAME', text(255)),
        }),
      ),
    },
    { about: 'Incoming messages, newest first; inpBefore is the last ID of the page before.' },
  ),
};

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
