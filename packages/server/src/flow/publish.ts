/**
 * Publishing: the draft becomes a numbered version that nobody changes, and what new conversations begin
 * with.
 */
import { compareFlows, type Finding, isFinished } from '@parley/engine';
import { type Actor, recordAuditEvent } from '../audit/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { tell } from '../platform/hook.ts';
import { type EditedFlow, outcome } from './edit.ts';
import { findingsOf } from './findings.ts';
import { questionsChange } from './hooks.ts';
import { lockFlow, replaceSteps, type StoredFlow, toFlow, worldOf } from './store.ts';
import { insertVersion, liveVersion, readVersion } from './version-store.ts';

/** Who publishes, and what they looked at. */
export type Publication = {
  accountId: number;
  campaign: number;
  /** The draft that they saw (FLOWVERSION); another one by now is refused. */
  draftVersion: number;
  message: string;
  by: Actor;
  user: number;
  at: Date;
};

/** Errors of the flow check keep a draft from being published. */
export class Unpublishable extends Refusal {
  readonly findings: Finding[];
  constructor(findings: Finding[]) {
    const [error] = findings;
    super(
      error
        ? `This can’t be published yet: ${findings.length === 1 ? 'one step has' : `${findings.length} things have`} to be put right first. ${error.message}`
        : 'There’s nothing to publish yet. Add a first step.',
    );
    this.findings = findings;
  }
}

/**
 * Publishes the draft; answers the number of the version. Whoever is in the middle of a conversation finishes
 * on the version that it began on.
 * @throws NotFound for unknown campaigns and templates; Unpublishable for errors; Refusal for a draft that
 * was changed since it was looked at, or is what is live already.
 */
export function publishFlow(db: Db, publication: Publication): Promise<number> {
  const { accountId, campaign } = publication;
  return transact(db, async (trx) => {
    const draft = await lockFlow(trx, accountId, campaign, false);
    requireSeen(draft, publication);
    return store(trx, publication, draft, null);
  });
}

export type WentBack = { draft: StoredFlow; number: number };

/**
 * Makes the draft what a version was, under the ids that its steps had, and publishes it as a new version
 * (`isPublished`) or leaves that for later; answers the draft and what is live.
 * @throws what {@link publishFlow} throws, and NotFound for an unknown version.
 */
export function goBack(
  db: Db,
  publication: Publication,
  { number, isPublished }: { number: number; isPublished: boolean },
): Promise<WentBack> {
  const { accountId, campaign } = publication;
  const target: EditedFlow = { accountId, campaign, isTemplate: false };
  return transact(db, async (trx) => {
    const present = await lockFlow(trx, accountId, campaign, false);
    const version = await readVersion(trx, accountId, campaign, number);
    if (!version) throw new NotFound();
    requireSeen(present, publication);
    const draft = await restore(trx, target, present, version);
    if (isPublished) return { draft, number: await store(trx, publication, draft, number) };
    return { draft, number: (await liveVersion(trx, accountId, campaign))?.number ?? 0 };
  });
}

async function restore(
  trx: Db,
  target: EditedFlow,
  present: StoredFlow,
  version: StoredFlow,
): Promise<StoredFlow> {
  const steps = toFlow(version).steps;
  if (compareFlows(toFlow(present).steps, steps).length === 0) return present;
  const world = await worldOf(trx, target.accountId, steps);
  await replaceSteps(trx, await outcome(target, present, steps, world), steps, present.version + 1);
  await tell(questionsChange, trx, target.accountId, target.campaign);
  return lockFlow(trx, target.accountId, target.campaign, false);
}

async function store(
  trx: Db,
  { accountId, campaign, message, by, user, at }: Publication,
  draft: StoredFlow,
  restored: number | null,
): Promise<number> {
  const flow = toFlow(draft);
  const findings = await findingsOf(trx, accountId, flow);
  if (!isFinished(flow, findings))
    throw new Unpublishable(findings.filter(({ severity }) => severity === 'error'));
  const live = await liveVersion(trx, accountId, campaign);
  const published = live && (await readVersion(trx, accountId, campaign, live.number));
  if (published && compareFlows(toFlow(published).steps, flow.steps).length === 0)
    throw new Refusal(`Nothing was changed since version ${live.number}, which is live.`);
  const number = (live?.number ?? 0) + 1;
  await insertVersion(trx, {
    accountId,
    campaignId: campaign,
    number,
    draftVersion: draft.version,
    message,
    restored,
    by: user,
    at,
  });
  await recordAuditEvent(trx, by, {
    act: 'published',
    kind: 'campaign',
    id: campaign,
    detail: message === '' ? `version ${number}` : `version ${number}: ${message}`,
  });
  return number;
}

function requireSeen(draft: StoredFlow, { draftVersion }: Publication): void {
  if (draft.version !== draftVersion)
    throw new Refusal(
      'The steps were changed in another window after you looked at them. Nothing was published. Look at the changes again.',
      'FLOWVERSION',
    );
}
