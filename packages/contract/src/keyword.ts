import { FURTHER_KEYWORDS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { templateFlag } from './campaigns.ts';
import { call, wire } from './kernel/call.ts';
import { flag, id, json, orElse, text } from './kernel/codec.ts';

/**
 * The channel, by its number as shown or by its id; empty: the account's first channel (domain.md, "Calls").
 */
export const shortCode = wire('inpShortCode', orElse(text(32), ''));

const place = { campaign: wire('inpBatchId', id), channel: shortCode };
const further = wire('KEYWORDS', json(z.array(z.string()), 'list of keywords'));
/** One a line. */
const wanted = text(FURTHER_KEYWORDS * 160);

/** The word that starts a campaign when somebody texts it to a channel. */
export const keyword = {
  load: call(
    'keyword/LoadKeyword',
    { campaign: wire('inpBatchId', id), channel: shortCode, isTemplate: templateFlag },
    { keyword: wire('KEYWORD', text(TEXT_LIMITS.keyword)) },
    { about: 'A campaign’s keyword on a channel, or an empty text.' },
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
    {
      fails: 'Auto Save Keyword Failed',
      sends: true,
      about: 'Sets or clears the keyword of a campaign on a channel.',
    },
  ),
  further: call(
    'keyword/LoadKeywords',
    place,
    { keywords: further, byFirstWord: wire('FIRSTWORD', flag) },
    {
      about:
        'The further keywords of a campaign on a channel, and whether a text that only begins with a keyword starts it.',
    },
  ),
  add: call(
    'keyword/AddKeywords',
    { ...place, keywords: wire('inpKeywords', wanted) },
    { keywords: further },
    {
      sends: true,
      about: `Gives a campaign further keywords on a channel, one on each line, all of them or none; at most ${FURTHER_KEYWORDS} in all.`,
    },
  ),
  remove: call(
    'keyword/DeleteKeyword',
    { ...place, keyword: wire('inpFormerKeyword', text(160)) },
    { keywords: further },
    {
      sends: true,
      about: 'Takes a further keyword from a campaign on a channel, or does nothing when it has no such.',
    },
  ),
  saveFirstWord: call(
    'keyword/SaveFirstWord',
    { campaign: wire('inpBatchId', id), byFirstWord: wire('inpFirstWord', flag) },
    {},
    {
      sends: true,
      about:
        'Whether texts that begin with a keyword of the campaign start it, too; not while an answer is waited for.',
    },
  ),
};
