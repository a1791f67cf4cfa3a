/**
 * Steps as a campaign file has them: the engine's own form, of which only what differs from a new step is
 * written. Fields that this version of the schema does not name are taken when the step type has them.
 */
import {
  API_CONTENT_TYPES,
  API_RETRY_CAUSES,
  API_VERBS,
  CONDITION_OPERATORS,
  EXPIRY_ACTIONS,
  type OwnFields,
  type StepType,
  WAIT_UNITS,
} from '@parley/engine/flow.ts';
import { ANSWER_THRESHOLDS } from '@parley/rules/answer-limits.ts';
import { LANGUAGES } from '@parley/rules/languages.ts';
import {
  API_STEP_LIMITS,
  COUNT_LIMITS,
  DATE_LIMITS,
  ENGINE_LIMITS,
  TEXT_LIMITS,
} from '@parley/rules/limits.ts';
import { z } from 'zod';
import { anyText } from '../api/schema.ts';
import { ORIGINAL_MARK } from '../cpdata/translations.ts';

/** Ids are of the file alone. */
const MOST_ID = 1_000_000;
const id = z.int().min(1).max(MOST_ID);
const jump = z
  .int()
  .min(0)
  .max(MOST_ID)
  .meta({ description: 'The id of a step of this file; 0: the usual next.' });
const listId = z.int().min(0).max(MOST_ID).meta({ description: 'The id of an entry of “lists”; 0: none.' });
const campaignId = z
  .int()
  .min(0)
  .max(MOST_ID)
  .meta({ description: 'The id of an entry of “campaigns”; 0: none.' });
const upTo = (most: number) => z.int().min(0).max(most);
const message = anyText(TEXT_LIMITS.message);
/** A part that stands in several places has a name: documents and clients describe it once. */
const named = (part: string, description?: string) => ({
  id: `CampaignFile${part}`,
  ...(description && { description }),
});

export const languageCode = z
  .enum(LANGUAGES.map(({ code }) => code))
  .meta(named('Language', 'A BCP 47 code.'));

const extra = z
  .record(z.string().max(200), z.unknown())
  .meta(named('Extra', 'What other clients keep with a step.'));

const phrase = z
  .union([message, z.looseObject({ id: upTo(MOST_ID), text: message, extra: extra.optional() })])
  .meta(named('Phrase'));
const phrases = z.array(phrase).max(COUNT_LIMITS.alternatives);

const intent = z
  .looseObject({
    id: id.optional(),
    text: message.optional(),
    score: anyText(TEXT_LIMITS.tagValue).optional(),
    next: jump.optional(),
    response: message.optional(),
    switchTo: campaignId.optional(),
    pattern: anyText(TEXT_LIMITS.pattern).optional().meta({ description: 'In RE2 syntax.' }),
    phrases: phrases.optional(),
    extra: extra.optional(),
  })
  .meta(named('Answer', 'An answer of a question.'));

const condition = z
  .looseObject({
    id: id.optional(),
    operator: z.enum(CONDITION_OPERATORS).optional(),
    data: message.optional(),
    value: message.optional(),
    next: jump.optional(),
    description: anyText(TEXT_LIMITS.name).optional(),
    extra: extra.optional(),
  })
  .meta(named('Condition', 'A condition of a branch.'));

const wait = z
  .looseObject({
    unit: z.enum(WAIT_UNITS).optional(),
    amount: upTo(ENGINE_LIMITS.waitAmount).optional(),
    hour: upTo(23).optional(),
    minute: z.int().min(0).max(59).multipleOf(ENGINE_LIMITS.timeStepMinutes).optional(),
    dateTime: anyText(19)
      .optional()
      .meta({ description: 'YYYY-MM-DD HH:mm:ss on the contact’s clock, or empty.' }),
  })
  .meta(named('Wait'));

const long = z.discriminatedUnion('for', [
  z
    .looseObject({ for: z.literal('days'), amount: z.int().min(1).max(ENGINE_LIMITS.waitDays) })
    .meta(named('WaitOfDays')),
  z
    .looseObject({ for: z.literal('weeks'), amount: z.int().min(1).max(ENGINE_LIMITS.waitWeeks) })
    .meta(named('WaitOfWeeks')),
  z
    .looseObject({
      for: z.literal('date'),
      days: z.int().min(-DATE_LIMITS.days).max(DATE_LIMITS.days),
      hour: upTo(23),
      minute: upTo(59),
      otherwise: jump,
    })
    .meta(named('WaitForDate')),
]);

const pick = z
  .looseObject({
    id: upTo(MOST_ID),
    path: anyText(API_STEP_LIMITS.path),
    name: anyText(TEXT_LIMITS.tagName),
    inTag: z.boolean(),
  })
  .meta(named('Pick', 'What an API call takes out of an answer.'));

const loop = z
  .looseObject({ max: upTo(1_000).optional(), step: jump.optional(), message: message.optional() })
  .meta(named('Loop'));

const translations = z
  .partialRecord(languageCode, z.record(z.string().max(40), anyText(TEXT_LIMITS.phrases)))
  .meta(named('Translations', 'By language the texts by their keys, such as “text” and “answer:2”.'));

const translatedFrom = z
  .partialRecord(languageCode, z.record(z.string().max(40), z.string().regex(ORIGINAL_MARK)))
  .meta(
    named(
      'TranslatedFrom',
      'By language and key, the mark of the original that each translation was made from. A translation whose original has another mark now is outdated; one without is not known to be.',
    ),
  );

const common = {
  id,
  inGuide: z.boolean().optional(),
  description: anyText(TEXT_LIMITS.name).optional(),
  guide: anyText(4_000).optional(),
  next: jump.optional(),
  loop: loop.optional(),
  extra: extra.optional(),
  translations: translations.optional(),
  translatedFrom: translatedFrom.optional(),
};

const text = message.optional();
const shortLinks = z.boolean().optional();
const worded = { text, alternatives: phrases.optional(), shortLinks };
const asked = {
  ...worded,
  intents: z.array(intent).max(COUNT_LIMITS.intents).optional(),
  sharedPhrases: z
    .array(phrase)
    .max(COUNT_LIMITS.intents * 10)
    .optional(),
  wait: wait.optional(),
  retries: upTo(ENGINE_LIMITS.retries).optional(),
  onExpiry: z.enum(EXPIRY_ACTIONS).optional(),
  required: z.boolean().optional(),
  validate: z.boolean().optional(),
  errorText: text,
  threshold: upTo(ANSWER_THRESHOLDS.exact).optional(),
};

/** The fields of each step type; one that is missing does not compile. */
const OWN: { [T in StepType]: { [F in keyof OwnFields<T>]-?: z.ZodType } } = {
  message: worded,
  'final-message': worded,
  'choice-question': asked,
  'open-question': asked,
  'api-call': {
    verb: z.enum(API_VERBS).optional(),
    url: anyText(2_000).optional(),
    port: upTo(65_535).optional(),
    path: anyText(2_000).optional(),
    headers: anyText(8_000).optional(),
    form: anyText(16_000).optional(),
    contentType: z.enum(API_CONTENT_TYPES).optional(),
    body: anyText(16_000).optional(),
    resultAction: z.enum(['send', 'store']).optional(),
    onError: jump.optional(),
    retries: upTo(API_STEP_LIMITS.retries).optional(),
    retryOn: z.enum(API_RETRY_CAUSES).optional(),
    isRepeatable: z.boolean().optional(),
    picks: z.array(pick).max(API_STEP_LIMITS.picks).optional(),
  },
  tag: { tag: anyText(TEXT_LIMITS.name).optional(), value: anyText(TEXT_LIMITS.tagValue).optional() },
  branch: { conditions: z.array(condition).max(COUNT_LIMITS.conditions).optional() },
  wait: {
    wait: wait.optional(),
    long: long.nullable().optional(),
    tag: anyText(TEXT_LIMITS.name).optional(),
  },
  'opt-in': { list: listId.optional() },
  notification: { list: listId.optional(), text, shortLinks },
  mms: { text, media: anyText(2_000).optional().meta({ description: 'The address of the picture.' }) },
  'drip-reset': {},
  auxiliary: { panel: z.enum(['keyword', 'actions', '']).optional() },
  switch: { switchTo: campaignId.optional() },
};

const stepOf = <T extends StepType>(type: T) =>
  z.looseObject({ type: z.literal(type), ...common, ...OWN[type] });

/** One step of a campaign file. */
export const FileStep = z
  .discriminatedUnion('type', [
    stepOf('message'),
    stepOf('choice-question'),
    stepOf('open-question'),
    stepOf('final-message'),
    stepOf('api-call'),
    stepOf('tag'),
    stepOf('branch'),
    stepOf('wait'),
    stepOf('opt-in'),
    stepOf('mms'),
    stepOf('drip-reset'),
    stepOf('auxiliary'),
    stepOf('switch'),
    stepOf('notification'),
  ])
  .meta(named('Step'));
