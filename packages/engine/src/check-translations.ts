/**
 * The flow check on further languages: what is not translated, what a translation lost or changed, and what
 * it costs.
 */

import { isBlank } from '@parley/rules/blank.ts';
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { LANGUAGE_TAG, languageName } from '@parley/rules/languages.ts';
import { countSms } from '@parley/rules/sms.ts';
import type { CheckedAgainst, Finding, FindingCode, Fix } from './finding.ts';
import type { Step } from './flow.ts';
import { plain } from './intent.ts';
import { listTokens, parseTokens, renderTokens } from './tokens.ts';
import { missingTexts, outdatedTexts, type SourceText, sourceTexts, translationOf } from './translations.ts';

/** Of one text of a step: what it says in the base language and in another one. */
type Translated = SourceText & { said: string };

/**
 * Warnings about a step in each language that its flow says something in. None of them keeps a campaign from
 * being published: who speaks that language gets what there is.
 */
export function translationFindings(
  step: Step,
  languages: readonly string[],
  { account, tagNames }: Pick<CheckedAgainst, 'account' | 'tagNames'>,
): Finding[] {
  const findings: Finding[] = [];
  for (const language of languages) {
    const report = (code: FindingCode, message: string, fix?: Fix) => {
      if (!findings.some((each) => each.message === message))
        findings.push({ severity: 'warning', step: step.id, code, message, language, ...(fix && { fix }) });
    };
    const texts = sourceTexts(step).map((each) => ({
      ...each,
      said: translationOf(step, language, each.key),
    }));
    const name = languageName(language);
    const missing = missingTexts(step, language).length;
    if (missing > 0)
      report(
        'untranslated',
        `${counted(missing)} not in ${name} yet. Contacts who speak it get the original.`,
      );
    checkOutdated(step, language, report);
    const there = texts.filter(({ said }) => !isBlank(said));
    for (const text of there) checkTranslation(text, name, report);
    checkSpokenAnswers(there, name, account.optOutWords ?? [], report);
  }
  if (step.translations && !tagNames.has(LANGUAGE_TAG.toLowerCase()))
    findings.push({
      severity: 'warning',
      step: step.id,
      code: 'no-language-tag',
      message: `There’s no tag “${LANGUAGE_TAG}” that says which language a contact speaks, so everyone gets the original.`,
    });
  return findings;
}

const counted = (texts: number) =>
  texts === 1 ? 'One text of this step is' : `${texts} texts of this step are`;

type Tell = (code: FindingCode, message: string, fix?: Fix) => void;

/** What was translated before its original became another; whoever looked at it says that it still fits. */
function checkOutdated(step: Step, language: string, report: Tell): void {
  const outdated = outdatedTexts(step, language);
  if (outdated.length === 0) return;
  const name = languageName(language);
  const message =
    outdated.length === 1
      ? `The original of one ${name} text changed since this was translated.`
      : `The originals of ${outdated.length} ${name} texts changed since these were translated.`;
  const marks = Object.fromEntries(outdated.map(({ key, mark }) => [key, mark]));
  report('outdated-translation', message, { do: 'still-fits', step: step.id, language, marks });
}

function checkTranslation({ kind, text, said }: Translated, name: string, report: Tell): void {
  if (kind === 'answer' || kind === 'phrases') return;
  const lost = missingTokens(text, said);
  if (lost.length > 0)
    report('other-tokens', `The ${name} text leaves out ${lost.join(' and ')}, which the original fills in.`);
  const added = missingTokens(said, text);
  if (added.length > 0)
    report('other-tokens', `The ${name} text fills in ${added.join(' and ')}, which the original doesn’t.`);
  const [before, after] = [creditsOf(text), creditsOf(said)];
  if (after > before && !isBlank(text))
    report(
      'dear-translation',
      `In ${name} this text costs ${after} credits for each contact; the original costs ${before}.`,
    );
}

/** Tokens of a text, as they are written but for their defaults, that another one does not have. */
function missingTokens(text: string, other: string): string[] {
  const there = new Set(tokensOf(other).map((token) => token.toLowerCase()));
  return [...new Set(tokensOf(text))].filter((token) => !there.has(token.toLowerCase()));
}

const tokensOf = (text: string) =>
  listTokens(text).map(({ kind, name }) => (kind === 'tag' ? `{%${name}%}` : `{%${kind}:${name}%}`));

const creditsOf = (text: string) => countSms(renderTokens(parseTokens(text), () => null)).credits;

/** What people would say never arrives, or means two answers. */
function checkSpokenAnswers(
  texts: readonly Translated[],
  name: string,
  optOutWords: readonly string[],
  report: Tell,
): void {
  const taken = new Map<string, number>();
  for (const { kind, place, said } of texts) {
    if (kind !== 'answer' && kind !== 'phrases') continue;
    for (const line of said.split('\n').filter((each) => !isBlank(each))) {
      if (classifyInbound(line, optOutWords).kind === 'stop')
        report(
          'reserved-answer',
          `“${line}” opts people out and never reaches this question. Use another word in ${name}.`,
        );
      const other = taken.get(plain(line));
      if (other !== undefined && other !== place)
        report('same-answer', `In ${name}, “${line}” belongs to two answers. The first one wins.`);
      else taken.set(plain(line), place);
    }
  }
}
