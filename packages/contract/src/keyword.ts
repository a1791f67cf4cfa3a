import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { templateFlag } from './campaigns.ts';
import { call, wire } from './kernel/call.ts';
import { id, orElse, text } from './kernel/codec.ts';

/**
 * The channel, by its number as shown or by its id; empty: the account's first channel (domain.md, "Calls").
 */
export const shortCode = wire('inpShortCode', orElse(text(32), ''));

/** The word that starts a campaign when somebody texts it to a channel. */
export const keyword = {
  load: call(
    'keyword/LoadKeyword',
    { campaign: wire('inpBatchId', id), channel: shortCode, isTemplate: templateFlag },
    { keyword: wire('KEYWORD', text(TEXT_LIMITS.keyword)) },
    { about: "A campaign's keyword on a channel, or an empty text." },
  ),
  save: call(
    'keyword/SaveKeyword',
    {
      campaign: wire('inpBatchId', id),
      channel: shortCode,
      keyword: wire('inpKeyword', text(160)),
      isTemplate: templateFlag,
    },
    { keyword: wire('KEYWORD', text(TEXT_LIMITS.keyword)) },
    { fails: 'Auto Save Keyword Failed', about: 'Sets or clears the keyword of a campaign on a channel.' },
  ),
};
