import { z } from 'zod';
import { operation } from './operation.ts';
import { idText, pageOf, pageQuery, phoneText } from './schema.ts';

const ApiChannel = z
  .strictObject({ id: idText('channel'), name: z.string(), number: phoneText })
  .meta({ id: 'Channel', description: 'A number, or short code, that you text from.' });

export const channelOperations = {
  listChannels: operation({
    method: 'GET',
    path: '/channels',
    resource: 'channels',
    scope: 'channels:read',
    summary: 'List channels',
    description: 'In the order of the screens: the first one is used where none is named.',
    query: z.strictObject(pageQuery),
    status: 200,
    answer: pageOf(ApiChannel),
    example: {
      path: '/channels',
      answer: { data: [{ id: 'chn_2', name: 'Simulator', number: '+15552000000' }], next_cursor: null },
    },
  }),
};
