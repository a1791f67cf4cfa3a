import { API_VERBS } from '@parley/engine/flow.ts';
import { API_STEP_LIMITS } from '@parley/rules/limits.ts';
import * as z from 'zod/mini';
import { templateFlag } from './campaigns.ts';
import { call, wire } from './kernel/call.ts';
import { flag, id, int, json, oneOf, orElse, text } from './kernel/codec.ts';

const headers = json(
  z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(8000))),
  'JSON text: {name: value}',
);

/** API steps, while they are written. */
export const apiSteps = {
  test: call(
    'control-point/TestApiCall',
    {
      campaign: wire('inpBatchId', id),
      isTemplate: templateFlag,
      verb: wire('API_TYPE', oneOf(...API_VERBS)),
      url: wire('API_URL', text(8000)),
      headers: wire('API_HEAD', headers),
      contentType: wire('CONTENTTYPE', orElse(text(100), '')),
      body: wire('API_DATA', orElse(text(64_000), '')),
    },
    {
      ok: wire('OK', flag),
      /** 0: there was no answer. */
      status: wire('STATUS', int()),
      milliseconds: wire('MILLISECONDS', int()),
      contentType: wire('CONTENTTYPE', text(200)),
      body: wire('API_DATA', text(API_STEP_LIMITS.shownAnswer)),
      isCut: wire('CUT', flag),
      problem: wire('PROBLEM', text(500)),
    },
    {
      fails: 'Test call failed',
      about:
        'Makes one call as an API step of the campaign would make it, exactly as it is written here, and answers what came back; nothing is stored or sent. It has the bounds of the step itself: addresses of the public internet, no redirects, 15 seconds, 256 KiB.',
    },
  ),
};
