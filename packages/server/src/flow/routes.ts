import { calls, encodeFields, FAILING_TALK, type StepOnWire } from '@parley/contract';
import { type Flow, referencesOf } from '@parley/engine';
import { NotFound, Refusal } from '../platform/errors.ts';
import { type Context, type Handlers, maySend, requireSender } from '../platform/http/handler.ts';
import { findFailingTalk } from '../talks/index.ts';
import { brandOf, isShipped, shippedFlow } from '../templates/index.ts';
import { addStep, type EditedFlow, moveStep, pasteSteps, removeStep, StaleStep, saveStep } from './edit.ts';
import { findingsOf } from './findings.ts';
import { flowsOf } from './flow-cache.ts';
import { goBack, type Publication, publishFlow, Unpublishable } from './publish.ts';
import { isDraftReached, readFlow, type StoredFlow, toFlow } from './store.ts';
import { dismissAnswer, readUnmatched } from './unmatched-answers.ts';
import { listVersions, readVersion } from './version-store.ts';

type Named = { campaign: number; isTemplate: boolean };

const STALE =
  'This step was changed in another window after you opened it. Nothing was saved. Compare both versions and save the one you want.';

export const handlers: Handlers<typeof calls.flow> = {
  async read(context, form) {
    const { steps, version } = await read(context, form);
    return { steps, flowVersion: version };
  },

  async readStep(context, form) {
    const { steps } = await read(context, form);
    const found = steps.find(({ step }) => (form.by === 'RQ' ? step.position : step.id) === form.key);
    if (!found) throw new NotFound();
    return { step: found };
  },

  async saveStep(context, { point, ...named }) {
    const saved = await saveStep(context.db, editable(context, named), point.step, point.version).catch(
      (error: unknown) => {
        if (error instanceof StaleStep) throw new Refusal(STALE, 'VERSION', storedFields(error.stored));
        throw error;
      },
    );
    tellEdited(context, named, saved.step.id);
    return { step: saved, version: saved.version };
  },

  async addStep(context, { point, ...named }) {
    const added = await addStep(context.db, editable(context, named), point.step);
    tellEdited(context, named, added.step.id);
    return { id: added.step.id, step: added };
  },

  async pasteSteps(context, { points, position, ...named }) {
    const given = points.map(({ step }) => step);
    const pasted = await pasteSteps(context.db, editable(context, named), given, position);
    tellEdited(context, named, SEVERAL);
    return { steps: pasted.steps, flowVersion: pasted.version };
  },

  async moveStep(context, form) {
    await moveStep(context.db, editable(context, form), form.step, form.position);
    tellEdited(context, form, form.step);
    return {};
  },

  async deleteStep(context, form) {
    await removeStep(context.db, editable(context, form), form.step);
    tellEdited(context, form, form.step);
    return {};
  },

  async unmatched({ db, accountId }, asked) {
    const unmatched = await readUnmatched(db, { accountId, ...asked });
    if (!unmatched) throw new NotFound();
    return unmatched;
  },

  async dismiss({ db, accountId, clock }, { text, isDismissed, ...asked }) {
    if (!(await dismissAnswer(db, { accountId, ...asked }, text, { isDismissed, at: clock.now() })))
      throw new NotFound();
    return {};
  },

  async check(context, form) {
    const { db, accountId } = context;
    const live = form.ofLive ? (await flowsOf(db, accountId, [form.campaign])).get(form.campaign) : undefined;
    const flow = live ?? (await readPlain(context, form));
    return { findings: await findingsOf(db, accountId, flow) };
  },

  async listVersions({ db, accountId, caller }, { campaign, before }) {
    const versions = await listVersions(db, accountId, campaign, before ?? null);
    if (!versions) throw new NotFound();
    // Only an author's edits depend on it.
    const isAsked = versions.live === 0 && !maySend(caller);
    const isReached = isAsked && (await isDraftReached(db, accountId, campaign));
    return { ...versions, isDraftReached: isReached };
  },

  async readVersion({ db, accountId }, { campaign, number }) {
    const version = await readVersion(db, accountId, campaign, number);
    if (!version) throw new NotFound();
    return { steps: version.steps };
  },

  async publish(context, { isAnyway, ...form }) {
    const publication = publicationOf(context, form);
    // Whatever else is wrong with a draft is said where it is published.
    const draft = await readFlow(context.db, context.accountId, form.campaign, false);
    if (!isAnyway && draft?.version === form.draftVersion) await requireTalks(context, toFlow(draft));
    const live = await withFindings(publishFlow(context.db, publication));
    tellEdited(context, { campaign: form.campaign, isTemplate: false }, SEVERAL);
    return { live };
  },

  async goBack(context, { number, isPublished, isAnyway, ...form }) {
    if (isPublished) requireSender(context.caller);
    const publication = publicationOf(context, form);
    const version = await readVersion(context.db, context.accountId, form.campaign, number);
    if (isPublished && !isAnyway && version) await requireTalks(context, toFlow(version));
    const went = await withFindings(goBack(context.db, publication, { number, isPublished }));
    tellEdited(context, { campaign: form.campaign, isTemplate: false }, SEVERAL);
    return { steps: went.draft.steps, flowVersion: went.draft.version, live: went.number };
  },
};

const SEVERAL = 0;

/** Whoever else has the draft open reads it anew, and what is live where that may be another. */
function tellEdited({ live, accountId, caller, page }: Context, named: Named, step: number): void {
  const { campaign, isTemplate } = named;
  live.publish(accountId, { type: 'flow', campaign, isTemplate, step, user: caller.userId, page });
}

type Published = { campaign: number; draftVersion: number; message: string };
const publicationOf = (context: Context, published: Published): Publication => ({
  ...published,
  message: published.message.trim(),
  accountId: context.accountId,
  by: context,
  user: context.caller.userId,
  at: context.clock.now(),
});

/** @throws Refusal when a talk that the campaign keeps goes another way on what is to be published. */
async function requireTalks({ db, accountId }: Context, own: Flow): Promise<void> {
  const failing = await findFailingTalk(db, accountId, own, async () => [
    ...(await flowsOf(db, accountId, referencesOf(own.steps).campaigns)).values(),
  ]);
  if (!failing) return;
  const { name, line, what } = failing;
  throw new Refusal(`The test “${name}” fails. Line ${line}: ${what}.`, FAILING_TALK);
}

/** What stands in the way of publishing comes back beside the refusal. */
function withFindings<T>(published: Promise<T>): Promise<T> {
  return published.catch((error: unknown) => {
    if (!(error instanceof Unpublishable)) throw error;
    const { findings } = error;
    throw new Refusal(error.message, error.detail, encodeFields(calls.flow.check.reply, { findings }));
  });
}

/** The stored step beside a refusal, as the wire has it. */
function storedFields(stored: StepOnWire & { version: number }): Record<string, unknown> {
  return encodeFields(calls.flow.saveStep.reply, { step: stored, version: stored.version });
}

async function read(context: Context, named: Named): Promise<{ steps: StepOnWire[]; version: number }> {
  if (!isShippedNamed(named)) return readStored(context, named);
  const { steps, version } = await readPlain(context, named);
  return { steps: steps.map((step) => ({ step, version: 1 })), version };
}

async function readPlain(context: Context, named: Named): Promise<Flow> {
  if (!isShippedNamed(named)) return toFlow(await readStored(context, named));
  return shippedFlow(named.campaign, await brandOf(context.db, context.accountId));
}

async function readStored({ db, accountId }: Context, named: Named): Promise<StoredFlow> {
  const flow = await readFlow(db, accountId, named.campaign, named.isTemplate);
  if (!flow) throw new NotFound();
  return flow;
}

function editable({ accountId, caller }: Context, named: Named): EditedFlow {
  if (isShippedNamed(named))
    throw new Refusal(
      'This template comes with Parley and can’t be changed. Create a campaign from it and change that one.',
    );
  const { campaign, isTemplate } = named;
  return { accountId, campaign, isTemplate, onlyDrafts: !maySend(caller) };
}

const isShippedNamed = (named: Named) => named.isTemplate && isShipped(named.campaign);
