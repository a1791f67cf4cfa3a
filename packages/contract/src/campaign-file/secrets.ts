/** Secrets of API calls, which a file never holds: what looks like one is taken out and named. */
import type { StepOf } from '@parley/engine';
import { parsePairs } from '@parley/engine/api-request.ts';
import { MERGE_TOKEN } from '@parley/rules/merge-token.ts';
import type { OmittedSecret } from './draft.ts';

type ApiStep = StepOf<'api-call'>;
type Found = Omit<OmittedSecret, 'step'>;

const SECRET_NAME =
  /auth|api[-_]?key|access[-_]?key|app[-_]?key|token|secret|passw|pwd|cookie|credential|signature|session|bearer|private|^key$|^sig$|^pass$/i;
/** As keys and tokens of services look, whatever the field is called. */
const SECRET_VALUE =
  /^(?:bearer|basic|token)\s+\S|^(?:sk|pk|rk|ghp|gho|xox[a-z])[-_]\w|^[A-Za-z0-9+/_=.-]{40,}$/i;
const TOKENS = new RegExp(MERGE_TOKEN, 'g');

/** A value of tags and answers alone is nobody's secret: it is filled in as the conversation runs. */
const isSecret = (name: string, value: string): boolean => {
  const own = value.replace(TOKENS, '').trim();
  if (/^(?:bearer|basic|token)?$/i.test(own)) return false;
  return SECRET_NAME.test(name) || SECRET_VALUE.test(own);
};

/** The step without what looks like a secret, and what that was. */
export function withoutSecrets(step: ApiStep): { step: ApiStep; leftOut: Found[] } {
  const leftOut: Found[] = [];
  const takes = (where: Found['where']) => (name: string, value: string) => {
    if (!isSecret(name, value)) return false;
    leftOut.push({ where, name: name.slice(0, 200).toWellFormed() });
    return true;
  };
  const clean: ApiStep = {
    ...step,
    headers: pairsWithout(step.headers, takes('header')),
    form: pairsWithout(step.form, takes('form')),
    url: addressWithout(step.url, takes('address')),
    path: addressWithout(step.path, takes('address')),
    body: bodyWithout(step.body, takes('body')),
  };
  return { step: clean, leftOut };
}

type Takes = (name: string, value: string) => boolean;

/** As it was written when it holds none; else a list, which can be read back whatever the values are. */
function pairsWithout(text: string, takes: Takes): string {
  const pairs = parsePairs(text);
  const kept = pairs.filter(([name, value]) => !takes(name, value));
  if (kept.length === pairs.length) return text;
  return kept.length === 0 ? '' : JSON.stringify(kept.map(([name, value]) => ({ name, value })));
}

/** A name and a password before the host, and values of the query. */
function addressWithout(text: string, takes: Takes): string {
  return text
    .replace(/^([a-z]+:\/\/)?([^/?#@\s]+)@/i, (whole, scheme = '', user) =>
      takes('user name and password', `Basic ${user}`) ? scheme : whole,
    )
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, sign, name, value) =>
      takes(name, value) ? `${sign}${name}=` : whole,
    );
}

/** Texts of JSON by the names of their fields, and fields of a form. */
function bodyWithout(text: string, takes: Takes): string {
  const json = text.replace(
    /"([^"\\\n]{1,100})"(\s*:\s*)"((?:[^"\\]|\\.)*)"/g,
    (whole, name, colon, value) => (takes(name, value) ? `"${name}"${colon}""` : whole),
  );
  if (/^\s*[{[<]/.test(text)) return json;
  return json.replace(/(^|[&\n])([\w.-]{1,100})=([^&\n]*)/g, (whole, sign, name, value) =>
    takes(name, value) ? `${sign}${name}=` : whole,
  );
}
