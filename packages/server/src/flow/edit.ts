/**
 * Edits of a flow: each locks the campaign, changes its steps, renumbers them, checks the flow and raises the
 * version, in one transaction.
 */
import { compilePatterns, isQuestion, referencesOf, remapSteps, type Step } from '@parley/engine';
import { FLOW_SIZE } from '@parley/rules/flow-size.ts';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { deleteOnce } from '../platform/deletion.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { questionsChange } from './hooks.ts';
import {
  deleteStep,
  type FlowCheckFacts,
  insertStep,
  insertSteps,
  isDraftReached,
  isUsable,
  lengthOf,
  lockFlow,
  reorderSteps,
  reserveStepIds,
  type StoredFlow,
  type StoredStep,
  updateStep,
  worldOf,
} from './store.ts';

/** Whose flow is edited. `onlyDrafts`: by somebody whose edits must not reach people by themselves. */
export type EditedFlow = {
  accountId: number;
  campaign: number;
  isTemplate: boolean;
  onlyDrafts?: boolean;
};

/** A save was older than what is stored; `stored` is what is there now. */
export class StaleStep extends Error {
  readonly stored: StoredStep;
  constructor(stored: StoredStep) {
    super('The step was changed elsewhere.');
    this.stored = stored;
  }
}

/**
 * Saves one step; its position stays. `version` older than the stored one throws a {@link StaleStep}; null is
 * taken as it is.
 */
export function saveStep(
  db: Db,
  target: EditedFlow,
  given: Step,
  version: number | null,
): Promise<StoredStep> {
  return edit(db, target, async (trx, flow) => {
    const stored = flow.steps.find(({ step }) => step.id === given.id);
    if (!stored) throw new NotFound();
    if (version !== null && version < stored.version) throw new StaleStep(stored);
    const saved = { step: { ...given, position: stored.step.position }, version: stored.version + 1 };
    const steps = flow.steps.map((each) => (each === stored ? saved.step : each.step));
    const world = await worldOf(trx, target.accountId, steps);
    requireOwn(world, saved.step, flow);
    requireSmallPatterns(saved.step);
    await updateStep(trx, await outcome(target, flow, steps, world), saved);
    if (wordsOf(stored.step) !== wordsOf(given))
      await tell(questionsChange, trx, target.accountId, target.campaign);
    return saved;
  });
}

/** Inserts a step at its position; 0 or past the end appends. */
export function addStep(db: Db, target: EditedFlow, given: Step): Promise<StoredStep> {
  return edit(db, target, async (trx, flow) => {
    const count = flow.steps.length;
    if (count >= COUNT_LIMITS.steps)
      throw new Refusal(`A campaign can have ${COUNT_LIMITS.steps} steps. Please delete one first.`);
    const position = given.position > 0 && given.position <= count ? given.position : count + 1;
    const step = { ...given, id: 0, position };
    const current = flow.steps.map((each) => each.step);
    const steps = renumbered(current.toSpliced(position - 1, 0, step));
    const world = await worldOf(trx, target.accountId, steps);
    requireOwn(world, step, flow);
    requireSmallPatterns(step);
    const ids = current.map((each) => each.id);
    const others = { before: ids.slice(0, position - 1), after: ids.slice(position - 1) };
    const id = await insertStep(trx, await outcome(target, flow, steps, world), step, others);
    return { step: { ...step, id }, version: 1 };
  });
}

/**
 * Inserts copies of steps at a position, 0 or past the end appends; answers the whole flow. Jumps and tokens
 * among them follow to the copies; jumps to steps that this flow does not have lead by the default.
 */
export function pasteSteps(
  db: Db,
  target: EditedFlow,
  given: readonly Step[],
  position: number,
): Promise<StoredFlow> {
  return edit(db, target, async (trx, flow) => {
    const current = flow.steps.map((each) => each.step);
    if (current.length + given.length > COUNT_LIMITS.steps)
      throw new Refusal(`A campaign can have ${COUNT_LIMITS.steps} steps. Paste fewer.`);
    const ids = await reserveStepIds(trx, given.length);
    const here = new Map(current.map((step) => [step.id, step.id]));
    const moved = new Map([...here, ...given.map((step, index) => [step.id, ids[index] ?? 0] as const)]);
    const pasted = remapSteps(given, moved, 'default');
    const at = position > 0 && position <= current.length ? position - 1 : current.length;
    const steps = renumbered(current.toSpliced(at, 0, ...pasted));
    const world = await worldOf(trx, target.accountId, steps);
    for (const step of pasted) {
      requireOwn(world, step, flow);
      requireSmallPatterns(step);
    }
    const added = steps.slice(at, at + pasted.length);
    await insertSteps(trx, target.accountId, target.campaign, added);
    await reorderSteps(trx, await outcome(target, flow, steps, world), idsOf(steps));
    const versions = new Map(flow.steps.map(({ step, version }) => [step.id, version]));
    return {
      campaignId: flow.campaignId,
      version: flow.version + 1,
      steps: steps.map((step) => ({ step, version: versions.get(step.id) ?? 1 })),
    };
  });
}

/** Moves a step to a position, clamped to the flow. */
export function moveStep(db: Db, target: EditedFlow, stepId: number, position: number): Promise<void> {
  return edit(db, target, async (trx, flow) => {
    const moved = flow.steps.find(({ step }) => step.id === stepId)?.step;
    if (!moved) throw new NotFound();
    const rest = flow.steps.map(({ step }) => step).filter((step) => step !== moved);
    const index = Math.min(Math.max(position, 1), flow.steps.length) - 1;
    const steps = renumbered(rest.toSpliced(index, 0, moved));
    const world = await worldOf(trx, target.accountId, steps);
    await reorderSteps(trx, await outcome(target, flow, steps, world), idsOf(steps));
  });
}

/** Deletes a step; jumps to it stay, for the flow check to report. */
export function removeStep(db: Db, target: EditedFlow, stepId: number): Promise<void> {
  const { accountId, campaign, isTemplate } = target;
  return deleteOnce(db, accountId, { kind: 'step', id: stepId }, async (trx) => {
    const flow = await lockFlow(trx, accountId, campaign, isTemplate);
    await requireDraft(trx, target);
    const steps = flow.steps.map(({ step }) => step);
    const rest = steps.filter((step) => step.id !== stepId);
    if (rest.length === steps.length) throw new NotFound();
    const world = await worldOf(trx, accountId, rest);
    await deleteStep(trx, await outcome(target, flow, renumbered(rest), world), stepId, idsOf(rest));
    await tell(questionsChange, trx, accountId, campaign);
  });
}

function edit<T>(db: Db, target: EditedFlow, work: (trx: Db, flow: StoredFlow) => Promise<T>): Promise<T> {
  const { accountId, campaign, isTemplate } = target;
  return transact(db, async (trx) => {
    const flow = await lockFlow(trx, accountId, campaign, isTemplate);
    await requireDraft(trx, target);
    return work(trx, flow);
  });
}

/** As long as nothing of a campaign was published, its draft is what people get. @throws Refusal */
async function requireDraft(trx: Db, { accountId, campaign, isTemplate, onlyDrafts }: EditedFlow) {
  if (onlyDrafts && !isTemplate && (await isDraftReached(trx, accountId, campaign)))
    throw new Refusal(
      'People can reach this campaign, and no version of it was published: what you change would go out at once. Ask a member or an owner to publish it.',
    );
}

/** What an edit leaves behind for the campaign: whether the flow can be used now. @throws Refusal */
export async function outcome(target: EditedFlow, flow: StoredFlow, steps: Step[], world: FlowCheckFacts) {
  const { campaignId, version } = flow;
  requireRoom(steps, flow);
  const finished = await isUsable({ campaignId, version, steps }, world);
  return { accountId: target.accountId, campaignId, finished };
}

/** What reports call a step by. */
function wordsOf(step: Step): string {
  return JSON.stringify(['text' in step && step.text, 'description' in step && step.description]);
}

const idsOf = (steps: Step[]) => steps.map((step) => step.id);
const renumbered = (steps: Step[]) => steps.map((step, index) => ({ ...step, position: index + 1 }));

/** What is larger than it may be can be made smaller. */
function requireRoom(steps: readonly Step[], { steps: before }: StoredFlow): void {
  const length = lengthOf(steps);
  if (length > FLOW_SIZE.flow && length > lengthOf(before.map(({ step }) => step)))
    throw new Refusal(
      'This campaign holds more than it can: its texts and answers take over 4 MB. Put a part of it into another campaign, and switch to that.',
    );
}

/**
 * A list or campaign that the account does not have is not found. What the flow names already may be gone
 * meanwhile: such a step can still be saved and copied, and the flow check reports it.
 */
function requireOwn(world: FlowCheckFacts, step: Step, flow: StoredFlow): void {
  const wanted = referencesOf([step]);
  const named = referencesOf(flow.steps.map((each) => each.step));
  const lists = [...world.lists, ...named.lists];
  const campaigns = [...world.ownCampaigns, ...named.campaigns];
  if (wanted.lists.some((id) => !lists.includes(id))) throw new NotFound();
  if (wanted.campaigns.some((id) => !campaigns.includes(id))) throw new NotFound();
}

/**
 * A pattern that is too large would hold up everybody's replies; one that cannot be read is kept, and the
 * flow check reports it.
 */
function requireSmallPatterns(step: Step): void {
  if (!isQuestion(step)) return;
  const tooLarge = compilePatterns(step.intents).faults.find(({ kind }) => kind === 'too-large');
  if (tooLarge) throw new Refusal(tooLarge.message, 'OPTIONS.AVALREG');
}
