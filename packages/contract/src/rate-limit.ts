import { RATE_LIMITS } from '@parley/rules/limits.ts';
import { timeToLive } from './blasts.ts';
import { call, wire } from './kernel/call.ts';
import { id, ifGiven, int, text } from './kernel/codec.ts';

/** 0: none. */
const rateLimitFields = {
  perSecond: wire('SEGMENTSPERSECOND', int(0, RATE_LIMITS.segmentsPerSecond)),
  perMinute: wire('SEGMENTSPERMINUTE', int(0, RATE_LIMITS.segmentsPerMinute)),
  perDay: wire('SEGMENTSPERDAY', int(0, RATE_LIMITS.segmentsPerDay)),
  dayZone: wire('DAYZONE', text(64)),
  preset: wire('PRESET', text(40)),
  timeToLiveMinutes: wire('TIMETOLIVEMINUTES', timeToLive),
};

const changedFields = {
  perSecond: wire('SEGMENTSPERSECOND', ifGiven(rateLimitFields.perSecond.codec)),
  perMinute: wire('SEGMENTSPERMINUTE', ifGiven(rateLimitFields.perMinute.codec)),
  perDay: wire('SEGMENTSPERDAY', ifGiven(rateLimitFields.perDay.codec)),
  dayZone: wire('DAYZONE', ifGiven(rateLimitFields.dayZone.codec)),
  preset: wire('PRESET', ifGiven(rateLimitFields.preset.codec)),
  timeToLiveMinutes: wire('TIMETOLIVEMINUTES', ifGiven(timeToLive)),
};

/** How fast a channel sends. */
export const rateLimit = {
  loadPace: call('channels/loadPace', { channel: wire('ChannelId', id) }, rateLimitFields, {
    about:
      'How fast a channel may send, in segments; 0 means no limit. DAYZONE is where its day begins, TIMETOLIVEMINUTES how long a message may be tried (0: the usual four hours).',
  }),
  savePace: call(
    'channels/savePace',
    { channel: wire('ChannelId', id), ...changedFields },
    {},
    { ownersOnly: true, about: 'Sets how fast a channel may send; what is left out stays as it is.' },
  ),
};
