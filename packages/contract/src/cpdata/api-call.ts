import { API_VERBS, type ApiContentType, type ApiResultAction } from '@parley/engine/flow.ts';
import { oneOf, orElse, renamed } from '../kernel/codec.ts';
import { part, type StepWire } from './part.ts';
import { count, words } from './read.ts';

const contentType = renamed<ApiContentType>({ text: 'TEXT', json: 'JSON', xml: 'XML' });
const resultAction = renamed<ApiResultAction>({ send: 'SEND', store: 'STORE' });

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
  },
};
