/**
 * Control points: the wire's CPData and our Step, both ways (flows-and-lists, sections 3, 5 and 7;
 * domain.md).
 */
import type { Step } from '@parley/engine/flow.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { templateFlag } from './campaigns.ts';
import { readStep, writeStep } from './cpdata/step.ts';
import { call, rows, wire } from './kernel/call.ts';
import {
  type Codec,
  flag,
  id,
  ifGiven,
  int,
  jsonText,
  malformed,
  oneOf,
  orElse,
  parseJson,
  raw,
  text,
} from './kernel/codec.ts';

/** A step with the version it was stored or read at; null: the caller does not know versions. */
export type StepOnWire = { step: Step; version: number | null };

/** One control point as flat CPData; a flow item with nested CPData is taken too. */
const controlPoint: Codec<StepOnWire> = {
  kind: 'JSON text: CPData with ID, RQ, SWT, VERSION',
  shape: jsonText('object'),
  structured: true,
  decode: (value) => {
    const parsed = parseJson(value);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed))
      throw malformed('must be an object');
    return readStep(parsed as Record<string, unknown>);
  },
  encode: ({ step, version }) => JSON.stringify(writeStep(step, version)),
};
const cpObject: Codec<StepOnWire> = {
  ...controlPoint,
  kind: 'CPData',
  shape: { type: 'object' },
  encode: ({ step, version }) => writeStep(step, version),
};
const flowItems: Codec<StepOnWire[]> = {
  kind: 'list of {ID, KEY, PID, RQ, SWT, TYPE, VERSION, CPData}',
  shape: { type: 'array', items: { type: 'object' } },
  structured: true,
  decode: (value) => (parseJson(value) as unknown[]).map((item) => cpObject.decode(item)),
  encode: (list) =>
    list.map(({ step, version }) => {
      const data = writeStep(step, version);
      const { ID, PID, RQ, SWT, TYPE, VERSION } = data;
      return { ID, KEY: `cp-${ID}`, PID, RQ, SWT, TYPE, VERSION, CPData: data };
    }),
};

const pastedPoints: Codec<StepOnWire[]> = {
  ...flowItems,
  kind: 'JSON text: list of CPData with ID',
  shape: jsonText('array'),
  decode: (value) => {
    const parsed = parseJson(value);
    if (!Array.isArray(parsed) || parsed.length === 0 || parsed.length > COUNT_LIMITS.steps)
      throw malformed(`must be a list of 1 to ${COUNT_LIMITS.steps} steps`);
    const points = parsed.map((item) => cpObject.decode(item));
    if (new Set(points.map(({ step }) => step.id)).size < points.length)
      throw malformed('must name each step once, by an ID of its own');
    return points;
  },
  encode: (list) => JSON.stringify(list.map(({ step }) => writeStep(step, null))),
};

const finding = rows({
  severity: wire('SEVERITY', raw<'error' | 'warning'>('error | warning')),
  step: wire('ID', int()),
  code: wire('CODE', text(40)),
  message: wire('MESSAGE', text(500)),
});

const batch = wire('inpBatchId', id);
const point = wire('INPPID', id);
const flowVersion = wire('FLOWVERSION', int());

const MOST_VERSIONS = 2_000_000_000;
/** What is published: the draft as it was looked at, and what changed in a person's words. */
const publication = {
  draftVersion: wire('FLOWVERSION', int(1, MOST_VERSIONS)),
  message: wire('MESSAGE', orElse(text(TEXT_LIMITS.versionMessage), '')),
};

export const flow = {
  read: call(
    'control-point/ReadCPs',
    { campaign: batch, isTemplate: templateFlag },
    { steps: wire('CPOBJ', flowItems), flowVersion },
    { fails: 'Failed Load', about: 'All steps of a campaign in RQ order.' },
  ),
  readStep: call(
    'control-point/ReadCPData',
    {
      campaign: batch,
      key: wire('inpQID', id),
      by: wire('inpIDKey', orElse(oneOf('ID', 'RQ'), 'ID')),
      isTemplate: templateFlag,
    },
    { step: wire('CPOBJ', cpObject) },
    { fails: 'Failed Load', about: 'One step, by its id or by its position.' },
  ),
  saveStep: call(
    'control-point/SaveCPData',
    { campaign: batch, point: wire('controlPoint', controlPoint), isTemplate: templateFlag },
    { step: wire('CPOBJ', cpObject), version: wire('VERSION', int()) },
    {
      fails: 'Auto Save Changes Failed',
      about: 'Saves one step. An older VERSION is refused with the stored CPOBJ.',
    },
  ),
  addStep: call(
    'control-point/AddCPData',
    { campaign: batch, point: wire('controlPoint', controlPoint), isTemplate: templateFlag },
    { id: wire('PID', int()), step: wire('CPOBJ', cpObject) },
    { fails: 'Add Object Failed', about: 'Inserts a step at RQ; 0 or past the end appends.' },
  ),
  pasteSteps: call(
    'control-point/PasteCPs',
    {
      campaign: batch,
      points: wire('controlPoints', pastedPoints),
      position: wire('INPNEWPOS', orElse(int(0, 1_000_000), 0)),
      isTemplate: templateFlag,
    },
    { steps: wire('CPOBJ', flowItems), flowVersion },
    {
      fails: 'Add Object Failed',
      about:
        'Inserts copies of steps, of this campaign or another, in their order; 0 or past the end appends. Jumps among them lead to the copies, others to the default.',
    },
  ),
  moveStep: call(
    'control-point/MoveCPData',
    {
      campaign: batch,
      step: point,
      position: wire('INPNEWPOS', int(-1_000_000, 1_000_000)),
      isTemplate: templateFlag,
    },
    {},
    { fails: 'Move Failed', about: 'Moves a step to a position, clamped to the flow.' },
  ),
  deleteStep: call(
    'control-point/DeleteCPData',
    { campaign: batch, step: point, isTemplate: templateFlag },
    {},
    {
      fails: 'Delete - Auto Save Changes Failed',
      about: 'Deletes a step and renumbers the rest.',
    },
  ),
  unmatched: call(
    'control-point/UnmatchedAnswers',
    { campaign: batch, step: point },
    {
      answers: wire(
        'ANSWERS',
        rows({
          text: wire('TEXT', text(TEXT_LIMITS.message)),
          count: wire('COUNT', int()),
          /** ISO instant. */
          last: wire('AT', text(40)),
        }),
      ),
      isPartial: wire('PARTIAL', flag),
    },
    {
      about:
        'What people answered to a question that none of its answers understood, those said most first: alike texts are one, in the words that came last. Of the latest answers to the campaign; with PARTIAL 1 there are older ones.',
    },
  ),
  dismiss: call(
    'control-point/DismissUnmatchedAnswer',
    {
      campaign: batch,
      step: point,
      text: wire('TEXT', text(TEXT_LIMITS.message)),
      isDismissed: wire('DISMISSED', orElse(flag, true)),
    },
    {},
    {
      about:
        'Puts a text, and those alike, away from what a question did not understand; with DISMISSED 0 it comes back.',
    },
  ),
  check: call(
    'control-point/CheckFlow',
    { campaign: batch, isTemplate: templateFlag, ofLive: wire('LIVE', orElse(flag, false)) },
    {
      findings: wire('FINDINGS', finding),
    },
    {
      about:
        'The faults of a flow: errors keep a campaign unfinished, warnings do not. With LIVE 1 of the version that is live, if there is one, and not of the draft.',
    },
  ),
  listVersions: call(
    'control-point/ListVersions',
    { campaign: batch, before: wire('BEFORE', ifGiven(int(1, MOST_VERSIONS))) },
    {
      live: wire('LIVEVERSION', int()),
      isDraftLive: wire('DRAFTISLIVE', flag),
      /** To an author: nothing was published, and people get the draft, which they don't change then. */
      isDraftReached: wire('DRAFTREACHED', orElse(flag, false)),
      versions: wire(
        'VERSIONS',
        rows({
          number: wire('NUMBER', int()),
          message: wire('MESSAGE', text(TEXT_LIMITS.versionMessage)),
          restored: wire('RESTORED', int()),
          by: wire('BY', text(255)),
          /** ISO instant. */
          at: wire('AT', text(40)),
        }),
      ),
    },
    {
      about:
        'What was published of a campaign, newest first, 50 at once, those before a number; and which of it is live, 0 as long as nothing was published and the draft answers. RESTORED names the version whose content it is again.',
    },
  ),
  readVersion: call(
    'control-point/ReadVersion',
    { campaign: batch, number: wire('NUMBER', int(1, MOST_VERSIONS)) },
    { steps: wire('CPOBJ', flowItems) },
    { fails: 'Failed Load', about: 'The steps of a published version in RQ order.' },
  ),
  publish: call(
    'control-point/PublishFlow',
    { campaign: batch, ...publication, isAnyway: wire('ANYWAY', orElse(flag, false)) },
    { live: wire('LIVEVERSION', int()) },
    {
      sends: true,
      about:
        'Publishes the draft as the next version: conversations that begin from now on have it, others finish on theirs. Refused with FINDINGS when the flow check has errors, when FLOWVERSION is not that of the draft any more, and with DETAIL talks when a talk that the campaign keeps as a test goes another way; with ANYWAY 1 no talk is played.',
    },
  ),
  goBack: call(
    'control-point/GoBackToVersion',
    {
      campaign: batch,
      number: wire('NUMBER', int(1, MOST_VERSIONS)),
      isPublished: wire('PUBLISH', flag),
      isAnyway: wire('ANYWAY', orElse(flag, false)),
      ...publication,
    },
    { steps: wire('CPOBJ', flowItems), flowVersion, live: wire('LIVEVERSION', int()) },
    {
      about:
        'Makes the draft what a version was, and with PUBLISH 1 publishes it as a new version; refused as publishing is, also for a talk that goes another way on that version, unless ANYWAY is 1.',
    },
  ),
};
