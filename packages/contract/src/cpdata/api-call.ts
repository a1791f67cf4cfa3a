import {
  API_VERBS,
  type ApiContentType,
  type ApiPick,
  type ApiResultAction,
  type ApiRetryCause,
} from '@parley/engine/flow.ts';
import { API_STEP_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { flag, oneOf, orElse, renamed } from '../kernel/codec.ts';
import { further, type Part, part, type StepWire } from './part.ts';
import { count, isOn, numbered, read, readList, words } from './read.ts';

const contentType = renamed<ApiContentType>({ text: 'TEXT', json: 'JSON', xml: 'XML' });
const resultAction = renamed<ApiResultAction>({ send: 'SEND', store: 'STORE' });
const retryCause = renamed<ApiRetryCause>({ 'no-answer': 'NOANSWER', trouble: 'TROUBLE' });

const isZero = (value: number) => value === 0;

const PICKS: Part<ApiPick[] | undefined> = {
  takes: ['API_PICKS'],
  read: (data) => {
    const items = readList(data, 'API_PICKS', API_STEP_LIMITS.picks).map((item) => ({
      id: read(item, 'ID', count()),
      path: read(item, 'PATH', words(API_STEP_LIMITS.path)),
      name: read(item, 'NAME', words(TEXT_LIMITS.tagName)),
      inTag: isOn(item, 'TAG'),
    }));
    return items.length === 0 ? undefined : numbered(items, 'API_PICKS');
  },
  write: (picks) =>
    picks === undefined || picks.length === 0
      ? {}
      : {
          API_PICKS: picks.map(({ id, path, name, inTag }) => ({
            ID: id,
            PATH: path,
            NAME: name,
            TAG: inTag ? 1 : 0,
          })),
        },
};

export const apiCall: StepWire<'api-call'> = {
  word: 'API',
  parts: {
    verb: part('API_TYPE', orElse(oneOf(...API_VERBS), 'GET')),
    url: part('API_DOM', words(2000)),
    port: part('API_PORT', count(65_535)),
    path: part('API_DIR', words(2000)),
    headers: part('API_HEAD', words(8000)),
    form: part('API_FORM', words(16_000)),
    contentType: part('API_ACT', orElse(contentType, 'json')),
    body: part('API_DATA', words(16_000)),
    resultAction: part('API_RA', orElse(resultAction, 'store')),
    onError: further('API_ERRNQ', count(), isZero),
    retries: further('API_RETRY', count(API_STEP_LIMITS.retries), isZero),
    retryOn: further('API_RETRYON', orElse(retryCause, 'trouble'), (cause) => cause === 'trouble'),
    isRepeatable: further('API_IDEMPOTENT', orElse(flag, false), (is) => !is),
    picks: PICKS,
  },
};
