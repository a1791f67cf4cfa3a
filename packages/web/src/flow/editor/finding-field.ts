import type { Finding, FindingCode } from '@parley/engine/finding.ts';

/** The part of a step's form (`data-field`) that a finding is about; others are about the whole step. */
const FIELDS: Partial<Record<FindingCode, string>> = {
  'no-timeout': 'wait',
  'no-wait': 'wait',
  'no-retry-text': 'retry',
  overlap: 'intents',
  'same-answer': 'intents',
  'bad-pattern': 'intents',
  'keyword-answer': 'intents',
  'reserved-answer': 'intents',
  'dead-end': 'next',
  'falls-into-branch': 'next',
  'no-url': 'url',
  'no-error-path': 'onError',
  'bad-path': 'picks',
  'empty-text': 'text',
  'long-text': 'text',
  'dear-characters': 'text',
  'unknown-token': 'text',
  'token-without-answer': 'text',
  'token-too-early': 'text',
  'no-list': 'own',
  'unknown-list': 'own',
  'no-tag': 'own',
  'unknown-tag': 'own',
  'no-campaign': 'own',
  'unknown-campaign': 'own',
  'no-picture': 'own',
  untranslated: 'untranslated',
  'outdated-translation': 'outdated',
  'other-tokens': 'text',
  'dear-translation': 'text',
};

export const fieldOfFinding = ({ code }: Pick<Finding, 'code'>): string | undefined => FIELDS[code];
