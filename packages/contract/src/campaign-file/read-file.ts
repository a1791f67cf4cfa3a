/**
 * Reads a file of campaigns, ours or RapidPro’s. Nothing of it is trusted: it is measured before anything
 * goes through it, checked field by field, and its ids mean nothing outside of it.
 */
import { blankStep, flowOf, isQuestion, type Step, type StepShorthand } from '@parley/engine';
import { LANGUAGE_FIELDS } from '@parley/engine/flow-shorthand.ts';
import { compilePatterns } from '@parley/engine/pattern.ts';
import { isRapidpro, mapFlow, readRapidpro } from '@parley/engine/rapidpro/index.ts';
import { redirectStep, STEP_KINDS, stepReferences } from '@parley/engine/steps/index.ts';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { FLOW_SIZE } from '@parley/rules/flow-size.ts';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import type { z } from 'zod';
import { readStep, writeStep } from '../cpdata/step.ts';
import { fieldProblem } from '../field-problem.ts';
import { WireError } from '../kernel/codec.ts';
import type { CampaignDraft, FileFault, ReadFile } from './draft.ts';
import { FILE_FORMAT, FILE_VERSION, FileFrame } from './format.ts';
import { FileStep } from './step-schema.ts';

/** Awaited between pieces of work, so that a large file holds nobody up. */
export type Pause = () => Promise<void> | undefined;

/** The campaigns of a file, or what is wrong with it, the first things first. */
export async function readCampaignFile(value: unknown, pause: Pause): Promise<ReadFile | FileFault[]> {
  const unfit = measure(value);
  if (unfit) return [unfit];
  const isOurs = value !== null && typeof value === 'object' && 'format' in value;
  if (!isOurs && isRapidpro(value)) return readFlows(value, pause);
  if (!isOurs || value.format !== FILE_FORMAT)
    return [{ pointer: '', problem: 'This is neither a file of a campaign nor an export of RapidPro.' }];
  return readOurs(value as Record<string, unknown>, pause);
}

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const escaped = (part: PropertyKey) => String(part).replaceAll('~', '~0').replaceAll('/', '~1');
const pointerOf = (path: readonly PropertyKey[]) => path.map((part) => `/${escaped(part)}`).join('');

/** Goes through the whole value without recursion: its depth, its size, and that it can be stored. */
function measure(root: unknown): FileFault | null {
  const stack: { value: unknown; path: PropertyKey[] }[] = [{ value: root, path: [] }];
  let count = 0;
  for (let item = stack.pop(); item; item = stack.pop()) {
    const { value, path } = item;
    count += 1;
    const fault = (problem: string): FileFault => ({ pointer: pointerOf(path), problem });
    if (path.length > CAMPAIGN_FILE_LIMITS.depth) return fault('This is nested too deeply.');
    if (count > CAMPAIGN_FILE_LIMITS.values)
      return { pointer: '', problem: 'This file holds too much to be read at once.' };
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      return fault('This is not valid text.');
    if (value === null || typeof value !== 'object') continue;
    for (const [key, inner] of Object.entries(value)) {
      if (FORBIDDEN.has(key) || key.includes('\0') || !key.isWellFormed())
        return fault('A field has a name that can’t be used.');
      stack.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}

async function readFlows(value: unknown, pause: Pause): Promise<ReadFile | FileFault[]> {
  const found = readRapidpro(value);
  if ('problem' in found) return [found];
  const drafts: CampaignDraft[] = [];
  for (const [index, flow] of found.flows.entries()) {
    const { keywords, notes, ...mapped } = await mapFlow(
      flow,
      // What the file holds beside flows is told once.
      { ...found, others: index === 0 ? found.others : [] },
      pause,
    );
    drafts.push({
      ...mapped,
      name: mapped.name === '' ? `Flow ${index + 1}` : mapped.name.slice(0, 255).toWellFormed(),
      icon: null,
      language: null,
      isGuided: false,
      byFirstWord: true,
      keywords: keywords.map((keyword) => ({ keyword, channel: '' })),
      leftOut: [],
      notes: notes.slice(0, CAMPAIGN_FILE_LIMITS.notes),
    });
  }
  return { source: 'rapidpro', drafts };
}

async function readOurs(file: Record<string, unknown>, pause: Pause): Promise<ReadFile | FileFault[]> {
  const { version } = file;
  if (typeof version === 'number' && version > FILE_VERSION)
    return [
      {
        pointer: '/version',
        problem: `This file has version ${version} of the format, from a newer Parley. This one reads version ${FILE_VERSION}.`,
      },
    ];
  const frame = FileFrame.safeParse(file, { error: fieldProblem });
  if (!frame.success) return faultsOf(frame.error.issues, []);
  const { campaign, tags = [], lists = [], campaigns = [], left_out: leftOut = [] } = frame.data;
  const read = await readSteps(campaign.steps, pause);
  if (read.faults.length > 0) return read.faults.slice(0, CAMPAIGN_FILE_LIMITS.faults);
  const { steps } = read;
  const faults = [
    ...doubled(lists, '/lists'),
    ...doubled(campaigns, '/campaigns'),
    ...doubled(steps, '/campaign/steps'),
    ...dangling(steps, idsOf(lists), idsOf(campaigns)),
  ];
  if (faults.length > 0) return faults.slice(0, CAMPAIGN_FILE_LIMITS.faults);
  const draft: CampaignDraft = {
    key: SELF,
    name: campaign.name.trim(),
    icon: campaign.icon ?? null,
    language: campaign.language ?? null,
    isGuided: campaign.guided ?? false,
    byFirstWord: campaign.by_first_word ?? false,
    keywords: (campaign.keywords ?? []).map(({ keyword, channel = '' }) => ({ keyword, channel })),
    steps,
    tags: tags.map(({ name }) => name),
    lists,
    campaigns: campaigns.map(({ id, name, self }) => ({ id, name, key: self ? SELF : '' })),
    leftOut: leftOut.map(({ step, ...rest }) => ({ ...rest, step: placeOf(steps, step) })),
    notes: [],
  };
  return { source: 'parley', drafts: [draft] };
}

/** How a file of one campaign names it among those that it switches to. */
const SELF = 'self';

const idsOf = (things: readonly { id: number }[]) => new Set(things.map(({ id }) => id));
const placeOf = (steps: readonly Step[], id: number) => steps.findIndex((step) => step.id === id) + 1;

async function readSteps(
  given: readonly unknown[],
  pause: Pause,
): Promise<{ steps: Step[]; faults: FileFault[] }> {
  const faults: FileFault[] = [];
  const steps: Step[] = [];
  for (const [index, each] of given.entries()) {
    await pause();
    const read = readOne(each, ['campaign', 'steps', index]);
    if (Array.isArray(read)) faults.push(...read);
    else steps.push({ ...read, position: index + 1 });
    if (faults.length >= CAMPAIGN_FILE_LIMITS.faults) break;
  }
  return { steps, faults };
}

function readOne(given: unknown, path: PropertyKey[]): Step | FileFault[] {
  const result = FileStep.safeParse(given, { error: fieldProblem });
  if (!result.success) return faultsOf(result.error.issues, path);
  const { position: _, ...short } = result.data as StepShorthand;
  const blank = { ...blankStep(short.type), ...STEP_KINDS[short.type].blank };
  const unknown = Object.keys(short).filter((field) => !(field in blank) && !LANGUAGE_FIELDS.includes(field));
  if (unknown.length > 0)
    return unknown.map((field) => ({
      pointer: pointerOf([...path, field]),
      problem: `A step of the type “${short.type}” has no such field.`,
    }));
  try {
    const [step] = flowOf(0, [short]).steps as [Step];
    // What checks control points checks these, too: nothing is stored that no editor could have stored.
    const checked = { ...readStep(writeStep(step, null)).step, extra: step.extra } as Step;
    const tooLarge = isQuestion(checked)
      ? compilePatterns(checked.intents).faults.find(({ kind }) => kind === 'too-large')
      : undefined;
    return tooLarge ? [{ pointer: pointerOf([...path, 'intents']), problem: tooLarge.message }] : checked;
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return [{ pointer: pointerOf(path), problem: error.message }];
  }
}

function faultsOf(issues: readonly z.core.$ZodIssue[], path: readonly PropertyKey[]): FileFault[] {
  return issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            pointer: pointerOf([...path, ...issue.path, key]),
            problem: 'Unknown field.',
          }))
        : [{ pointer: pointerOf([...path, ...issue.path]), problem: wordsOf(issue) }],
    )
    .slice(0, CAMPAIGN_FILE_LIMITS.faults);
}

/** Every type that there is would be a long line, and none of them is meant. */
const wordsOf = ({ code, path, message }: z.core.$ZodIssue): string =>
  code === 'invalid_union' && path.at(-1) === 'type' ? 'There’s no such type of step.' : message;

function doubled(things: readonly { id: number }[], at: string): FileFault[] {
  const seen = new Set<number>();
  return things.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ pointer: `${at}/${index}/id`, problem: `The id ${id} is there twice.` }];
    seen.add(id);
    return [];
  });
}

/** Steps, lists and campaigns that steps name and the file does not have. */
function dangling(
  steps: readonly Step[],
  lists: ReadonlySet<number>,
  campaigns: ReadonlySet<number>,
): FileFault[] {
  const ids = idsOf(steps);
  return steps.flatMap((step, index) => {
    const missing: string[] = [];
    redirectStep(step, (id) => {
      if (id > 0 && !ids.has(id)) missing.push(`There is no step ${id} in this file.`);
      return id;
    });
    const named = stepReferences(step);
    for (const id of named.lists) if (!lists.has(id)) missing.push(`“lists” has no entry with the id ${id}.`);
    for (const id of named.campaigns)
      if (!campaigns.has(id)) missing.push(`“campaigns” has no entry with the id ${id}.`);
    return missing.map((problem) => ({ pointer: `/campaign/steps/${index}`, problem }));
  });
}

/** Whether a campaign of a file can be made at all; else why not. */
export function draftTrouble({ steps }: CampaignDraft): string {
  if (steps.length > COUNT_LIMITS.steps)
    return `It has ${steps.length} steps. A campaign can have ${COUNT_LIMITS.steps}.`;
  const lengths = steps.map((step) => JSON.stringify(step).length);
  const tooLong = lengths.findIndex((length) => length > FLOW_SIZE.step);
  if (tooLong >= 0) return `Step ${tooLong + 1} holds more than a step can.`;
  if (lengths.reduce((sum, length) => sum + length, 0) > FLOW_SIZE.flow)
    return 'It holds more than a campaign can: its texts and answers take over 4 MB.';
  return '';
}
