/** Campaigns as files: out as one JSON file each, in from such a file or from flows of RapidPro. */
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { call, rows, wire } from './kernel/call.ts';
import { flag, id, idList, int, oneOf, orElse, text } from './kernel/codec.ts';

const name = wire('NAME', text(TEXT_LIMITS.name));
const problem = wire('PROBLEM', text(500));
const things = rows({ name, isNew: wire('ISNEW', flag) }, false);
/** Where the keywords of the file are to go; 0: to the channel of the file's name, else the first one. */
const channel = wire('inpChannelId', orElse(int(0), 0));

/** What a file would make, campaign by campaign. */
const planned = {
  place: wire('PLACE', int()),
  name,
  isNameTaken: wire('NAMETAKEN', flag),
  steps: wire('STEPCOUNT', int()),
  /** Why it cannot be made; '': it can. */
  problem,
  tags: wire('TAGS', things),
  lists: wire('LISTS', things),
  switches: wire(
    'SWITCHES',
    rows({ name, how: wire('HOW', oneOf('self', 'file', 'found', 'missing')) }, false),
  ),
  keywords: wire(
    'KEYWORDS',
    rows(
      {
        keyword: wire('KEYWORD', text(TEXT_LIMITS.name)),
        channelId: wire('CHANNELID', int()),
        channel: wire('CHANNEL', text(TEXT_LIMITS.name)),
        problem,
      },
      false,
    ),
  ),
  pictures: wire('PICTURECOUNT', int()),
  leftOut: wire(
    'LEFTOUT',
    rows(
      {
        step: wire('RQ', int()),
        where: wire('WHERE', oneOf('header', 'form', 'address', 'body')),
        name: wire('NAME', text(200)),
      },
      false,
    ),
  ),
  unmapped: wire(
    'UNMAPPED',
    rows(
      {
        node: wire('NODE', int()),
        near: wire('NEAR', text(200)),
        what: wire('WHAT', text(500)),
        why: wire('WHY', text(500)),
      },
      false,
    ),
  ),
};

/** What comes with the refusal of a file that cannot be used: each fault with its place, a JSON Pointer. */
export const fileRefusal = {
  faults: wire(
    'FAULTS',
    orElse(rows({ pointer: wire('POINTER', text(5_000)), problem: wire('PROBLEM', text(5_000)) }, false), []),
  ),
};

export const campaignFiles = {
  exportOne: call(
    'campaign/exportFile',
    { campaign: wire('inpBatchId', id) },
    {},
    {
      method: 'GET',
      shape: 'file',
      about:
        'A campaign as one JSON file: its steps, and by name the tags, lists, campaigns and keywords that these need. Secrets of API calls are left out and named. docs/campaign-files.md describes it.',
    },
  ),
  preview: call(
    'campaign/previewFile',
    { channel },
    {
      source: wire('SOURCE', oneOf('parley', 'rapidpro')),
      campaigns: wire('CAMPAIGNS', rows(planned)),
      print: wire('PRINT', text(64)),
    },
    {
      shape: 'upload',
      about:
        'Says what a file (field “file”) would make: a file of a campaign, or flows of RapidPro of the versions 13 and 14. Nothing is stored. A file that cannot be used is refused with FAULTS, each with a JSON Pointer.',
    },
  ),
  run: call(
    'campaign/importFile',
    {
      channel,
      chosen: wire('inpChosen', orElse(idList(CAMPAIGN_FILE_LIMITS.atOnce), [])),
      withKeywords: wire('inpKeywordFlag', orElse(flag, true)),
      print: wire('inpPrint', orElse(text(64), '')),
    },
    { campaigns: wire('CAMPAIGNS', rows({ id: wire('BATCHID', int()), name })) },
    {
      shape: 'upload',
      about:
        'Makes the campaigns of a file, all in one go: inpChosen are their PLACEs, none means all; with inpKeywordFlag 0 without keywords. With the PRINT of a preview it is refused with DETAIL print when something changed since.',
    },
  ),
};
