import { type Act, calls, decodeFields, encodeFields, type FormOf } from '@parley/contract';
import { emailOf, lockTeam, membership } from '../accounts/index.ts';
import { recordAuditEvent } from '../audit/index.ts';
import { askedBlast, checkBlast, launchBlast, onThisDay } from '../blasts/index.ts';
import { type Db, transact } from '../platform/db/database.ts';
import { NotFound, Refusal } from '../platform/errors.ts';
import { type Context, routesOf } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import {
  type Approval,
  contentOf,
  countWaitingApprovals,
  findApproval,
  listApprovals,
  settleApproval,
  storeApproval,
  withdrawEarlier,
} from './store.ts';

/** So many of an account may wait: nobody reads more. */
const MOST_WAITING = 100;
const OVER = 'Somebody has answered this already.';

type SendForm = FormOf<typeof calls.blast.send>;

export const routes = routesOf(calls.approvals, {
  async ask(context, { note, ...asked }) {
    const { db, accountId, caller, clock } = context;
    const form = await onThisDay(context, asked);
    await checkBlast(context, accountId, await askedBlast(context, form));
    const at = clock.now();
    const { campaign } = form;
    const by = { id: caller.userId, email: await emailOf(db, caller.userId) };
    const { id, earlier } = await transact(db, async (trx) => {
      // One after the other: each sees what was asked before, and who has left the team meanwhile.
      await lockTeam(trx, accountId);
      if (!(await membership(trx, accountId, caller.userId))) throw new NotFound();
      const earlier = await withdrawEarlier(trx, accountId, { campaign, by, at });
      if ((await countWaitingApprovals(trx, accountId)) >= MOST_WAITING)
        throw new Refusal(
          `${MOST_WAITING} blasts wait for approval already. Ask your team to answer some of them.`,
        );
      for (const _ of earlier) await noteAct(trx, context, 'approval-withdrawn', campaign);
      await noteAct(trx, context, 'approval-asked', campaign);
      const wire = encodeFields(calls.blast.send.form, form);
      const asked = { campaign, form: wire, note: note.trim(), by, at };
      return { earlier, id: await storeApproval(trx, accountId, asked) };
    });
    for (const each of [...earlier, id]) tellThing(context, 'approval', each);
    return { id };
  },

  async list({ db, accountId, caller }, asked) {
    const approvals = await listApprovals(db, accountId, asked);
    return { approvals: approvals.map((each) => shown(each, caller.userId)) };
  },

  async load({ db, accountId, caller }, { approval }) {
    const found = await findApproval(db, accountId, approval);
    if (!found) throw new NotFound();
    const form = formOf(found);
    return {
      approval: shown(found, caller.userId),
      blast: form,
      content: await contentOf(db, accountId, campaignsOf(form)),
    };
  },

  async approve(context, { approval, content }) {
    const { db, accountId, caller, clock } = context;
    const found = await waiting(context, approval);
    if (found.askedByUser === caller.userId)
      throw new Refusal('Somebody else has to approve what you asked for.');
    const form = formOf(found);
    const by = await emailOf(db, caller.userId);
    const { blastId } = await launchBlast(context, accountId, await askedBlast(context, form), {
      by: caller,
      async together(trx, blast) {
        if ((await contentOf(trx, accountId, campaignsOf(form))) !== content)
          throw new Refusal(
            'The campaign was changed since you opened this. Look at it again before you approve.',
          );
        const settled = { state: 'approved', by, at: clock.now(), blast } as const;
        if (!(await settleApproval(trx, accountId, approval, settled))) throw new Refusal(OVER);
        await recordAuditEvent(trx, context, {
          act: 'approval-given',
          kind: 'blast',
          id: blast,
          detail: `asked for by ${found.askedBy}`,
        });
      },
    });
    tellThing(context, 'approval', approval);
    return { blast: blastId };
  },

  async decline(context, { approval, answer }) {
    await settle(context, await waiting(context, approval), 'declined', answer.trim());
    return {};
  },

  async withdraw(context, { approval }) {
    const found = await waiting(context, approval);
    if (found.askedByUser !== context.caller.userId)
      throw new Refusal('Only who asked for this can take it back. You can decline it.');
    await settle(context, found, 'withdrawn', '');
    return {};
  },
});

/** Ends a request without a blast. */
async function settle(
  context: Context,
  { id, campaign }: Approval,
  state: 'declined' | 'withdrawn',
  answer: string,
): Promise<void> {
  const { db, accountId, caller, clock } = context;
  const by = await emailOf(db, caller.userId);
  await transact(db, async (trx) => {
    const settled = { state, by, at: clock.now(), answer };
    if (!(await settleApproval(trx, accountId, id, settled))) throw new Refusal(OVER);
    await noteAct(trx, context, `approval-${state}`, campaign);
  });
  tellThing(context, 'approval', id);
}

/** @throws NotFound for an unknown request, Refusal for one that was answered. */
async function waiting({ db, accountId }: Context, id: number): Promise<Approval> {
  const found = await findApproval(db, accountId, id);
  if (!found) throw new NotFound();
  if (found.state !== 'waiting') throw new Refusal(OVER);
  return found;
}

const noteAct = (trx: Db, context: Context, act: Act, campaign: number) =>
  recordAuditEvent(trx, context, { act, kind: 'campaign', id: campaign });

const formOf = ({ form }: Approval): SendForm => decodeFields(calls.blast.send.form, form);

const campaignsOf = ({ campaign, abCampaigns }: SendForm) => [campaign, ...abCampaigns];

/** As the asking user sees it. */
function shown({ form: _, askedByUser, askedAt, decidedAt, ...approval }: Approval, userId: number) {
  return {
    ...approval,
    isYours: askedByUser === userId,
    askedAt: askedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? '',
  };
}
