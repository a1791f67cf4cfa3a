import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { id, int, name, orElse, text } from './kernel/codec.ts';
import { ordering } from './tags.ts';

/** Sending identities. ID is the channel's audience list, SRID the channel itself (domain.md, "Words"). */
export const channels = {
  list: call(
    'channels/listChannels',
    { search: wire('iSearchStr', orElse(text(255), '')) },
    {
      channels: wire(
        'CHANNELS',
        rows({
          audience: wire('ID', int()),
          name: wire('NAME', text(255)),
          index: wire('NEWINDEX', int()),
          id: wire('SRID', int()),
          number: wire('CHANNEL', text(32)),
          connection: wire('CONNECTION', text(40)),
        }),
      ),
    },
    { about: 'All channels in their order.' },
  ),
  reorder: call(
    'channels/ReorderChannelsList',
    { channels: ordering('ChannelArray') },
    {},
    {
      ownersOnly: true,
      about: 'Stores a new order of the channels; ID is the audience id, as in the list.',
    },
  ),
  add: call(
    'channels/addChannel',
    { name: wire('ChannelName', name(TEXT_LIMITS.name)) },
    { id: wire('NEWCHANNELID', int()) },
    { ownersOnly: true, about: 'Adds a simulator channel with a number of its own.' },
  ),
  rename: call(
    'channels/renameChannel',
    { channel: wire('ChannelId', id), name: wire('ChannelName', name(TEXT_LIMITS.name)) },
    {},
    { ownersOnly: true, about: 'Renames a channel.' },
  ),
  remove: call(
    'channels/deleteChannel',
    { channel: wire('ChannelId', id) },
    {},
    { ownersOnly: true, confirmed: true, about: 'Deletes a channel.' },
  ),
};
