/** Writes a campaign as a file: with ids of its own, and names instead of the account's ids. */
import {
  blankIntent,
  blankStep,
  listTokens,
  mapTexts,
  type Phrase,
  referencesOf,
  remapSteps,
  type Step,
  type StepShorthand,
} from '@parley/engine';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import type { OmittedSecret } from './draft.ts';
import { FILE_FORMAT, FILE_VERSION, type WrittenFile } from './format.ts';
import { repointSteps } from './repoint.ts';
import { withoutSecrets } from './secrets.ts';

export type ExportedCampaign = {
  id: number;
  name: string;
  icon: number;
  /** A BCP 47 code. */
  language: string;
  isGuided: boolean;
  byFirstWord: boolean;
  /** `channel`: its name. */
  keywords: { keyword: string; channel: string }[];
  steps: readonly Step[];
  /** Names of all tags of the account, and of lists and campaigns that the steps name and that exist. */
  tags: readonly string[];
  lists: ReadonlyMap<number, string>;
  campaigns: ReadonlyMap<number, string>;
  /** ISO instant. */
  at: string;
};

export function writeCampaignFile(given: ExportedCampaign): WrittenFile {
  const ids = new Map(given.steps.map(({ id }, index) => [id, index + 1]));
  // Jumps to steps that are gone lead by the default, and lists and campaigns that are gone are none.
  const own = remapSteps(given.steps, ids, 'default');
  const named = referencesOf(own);
  const lists = numbered(named.lists, given.lists);
  const campaigns = numbered(named.campaigns, given.campaigns);
  const leftOut: OmittedSecret[] = [];
  const steps = repointSteps(own, { lists: lists.ids, campaigns: campaigns.ids }).map((step) => {
    if (step.type !== 'api-call') return step;
    const clean = withoutSecrets(step);
    leftOut.push(...clean.leftOut.map((each) => ({ step: step.id, ...each })));
    return clean.step;
  });
  const self = campaigns.ids.get(given.id);
  return {
    format: FILE_FORMAT,
    version: FILE_VERSION,
    exported_at: given.at,
    campaign: {
      name: given.name,
      icon: given.icon,
      language: given.language,
      ...(given.isGuided && { guided: true }),
      ...(given.byFirstWord && { by_first_word: true }),
      keywords: given.keywords,
      steps: steps.map(shortened),
    },
    tags: tagsOf(steps, given.tags),
    lists: lists.things,
    campaigns: campaigns.things.map((each) => (each.id === self ? { ...each, self: true } : each)),
    media: steps.flatMap((step) =>
      step.type === 'mms' && step.media !== '' ? [{ step: step.id, address: step.media }] : [],
    ),
    left_out: leftOut.slice(0, CAMPAIGN_FILE_LIMITS.leftOut),
  };
}

function numbered(ids: readonly number[], names: ReadonlyMap<number, string>) {
  const known = ids.filter((id) => names.has(id)).slice(0, CAMPAIGN_FILE_LIMITS.things);
  return {
    ids: new Map(known.map((id, index) => [id, index + 1])),
    things: known.map((id, index) => ({ id: index + 1, name: names.get(id) ?? '' })),
  };
}

/** Tags of the account that the steps fill, wait for or put into texts. */
function tagsOf(steps: readonly Step[], all: readonly string[]): NonNullable<WrittenFile['tags']> {
  const values = new Map<string, Set<string>>();
  const add = (name: string, value?: string) => {
    const key = name.trim().toLowerCase();
    const known = values.get(key) ?? new Set();
    if (value !== undefined && value !== '') known.add(value);
    values.set(key, known);
  };
  for (const { extra: _, ...step } of steps as Step[]) {
    mapTexts(step, (text) => {
      for (const { kind, name } of listTokens(text)) if (kind === 'tag') add(name);
      return text;
    });
    if (step.type === 'tag') add(step.tag, listTokens(step.value).length === 0 ? step.value : undefined);
    if (step.type === 'wait' && step.tag !== '') add(step.tag);
    if (step.type === 'api-call') for (const { name, inTag } of step.picks ?? []) if (inTag) add(name);
  }
  return all
    .filter((name) => values.has(name.toLowerCase()))
    .slice(0, CAMPAIGN_FILE_LIMITS.things)
    .map((name) => {
      const stored = [...(values.get(name.toLowerCase()) ?? [])];
      return stored.length === 0 ? { name } : { name, values: stored };
    });
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What differs from a new step; a phrase that has nothing else is its text. */
function shortened(step: Step): StepShorthand {
  const short = without(step, blankStep(step.type));
  const { intents, alternatives, sharedPhrases } = short as {
    intents?: Record<string, unknown>[];
    alternatives?: Phrase[];
    sharedPhrases?: Phrase[];
  };
  return {
    type: step.type,
    id: step.id,
    ...short,
    ...(alternatives && { alternatives: texts(alternatives) }),
    ...(sharedPhrases && { sharedPhrases }),
    ...(intents && {
      intents: intents.map((intent, index) => {
        const { phrases, ...rest } = without(intent, blankIntent(index + 1));
        return { ...rest, ...(phrases ? { phrases: texts(phrases as Phrase[]) } : {}) };
      }),
    }),
  } as StepShorthand;
}

/** Parts of a record are shortened, too, where their form is known by the blank one. */
function without(full: Record<string, unknown>, blank: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(full).flatMap(([field, value]) => {
      if (field === 'type' || field === 'position' || value === undefined) return [];
      return field in blank && isSame(value, blank[field]) ? [] : [[field, value]];
    }),
  );
}

function texts(phrases: readonly Phrase[]): (string | Phrase)[] {
  const isPlain = phrases.every(({ id, extra }, index) => id === index + 1 && extra === undefined);
  return isPlain ? phrases.map(({ text }) => text) : [...phrases];
}
