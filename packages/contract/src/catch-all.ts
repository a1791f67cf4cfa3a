import { CATCH_ALL } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { call, wire } from './kernel/call.ts';
import { flag, id, ifGiven, int, json, oneOf, orElse, text } from './kernel/codec.ts';

const channel = wire('ChannelId', id);

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const hours = z.nullable(
  z.strictObject({
    from: z.string().check(z.regex(CLOCK)),
    to: z.string().check(z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)),
  }),
);
const week = json(
  z.union([z.array(hours).check(z.length(7)), z.array(hours).check(z.length(0))]),
  'list of seven {from, to} or null, Monday first; or empty',
);
const holidays = json(
  z.array(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))).check(z.maxLength(CATCH_ALL.holidays)),
  `list of YYYY-MM-DD, at most ${CATCH_ALL.holidays}`,
);
const hoursBetween = int(0, CATCH_ALL.mostHours);
/** `never-published`: what is edited answers. `none`: there is no campaign. */
const state = oneOf('none', 'live', 'deleted', 'errors', 'never-published');

/** What answers texts that nothing else understands. */
export const catchAll = {
  load: call(
    'channels/loadCatchAll',
    { channel },
    {
      campaign: wire('CATCHALL', int()),
      campaignName: wire('CATCHALLNAME', text(255)),
      campaignState: wire('CATCHALLSTATE', state),
      pauseHours: wire('CATCHALLHOURS', int()),
      closedCampaign: wire('CLOSED', int()),
      closedCampaignName: wire('CLOSEDNAME', text(255)),
      closedCampaignState: wire('CLOSEDSTATE', state),
      closedPauseHours: wire('CLOSEDHOURS', int()),
      week: wire('WEEK', week),
      holidays: wire('HOLIDAYS', holidays),
      zone: wire('TIMEZONE', text(64)),
      accountZone: wire('ACCOUNTZONE', text(64)),
      open: wire('OPEN', flag),
    },
    {
      about:
        'The campaigns that answer texts on a channel which nothing else understands, at any time and outside its opening hours. CATCHALLHOURS 0: each text. WEEK empty: always open. TIMEZONE empty: the account’s.',
    },
  ),
  save: call(
    'channels/saveCatchAll',
    {
      channel,
      campaign: wire('inpCatchAll', orElse(int(0), undefined)),
      pauseHours: wire('inpCatchAllHours', orElse(hoursBetween, undefined)),
      closedCampaign: wire('inpClosedCampaign', orElse(int(0), undefined)),
      closedPauseHours: wire('inpClosedHours', orElse(hoursBetween, undefined)),
      week: wire('inpWeek', orElse(week, undefined)),
      holidays: wire('inpHolidays', orElse(holidays, undefined)),
      zone: wire('inpTimeZone', ifGiven(text(64))),
    },
    {},
    {
      ownersOnly: true,
      about:
        'Stores what is given of the catch-all of a channel; inpCatchAll or inpClosedCampaign 0: no campaign. What is left out stays as it is.',
    },
  ),
};
