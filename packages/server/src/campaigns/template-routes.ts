import { calls } from '@parley/contract';
import { FIXED, PAGE_LIMITS } from '@parley/rules/limits.ts';
import { readFlow, toFlow } from '../flow/index.ts';
import { transact } from '../platform/db/database.ts';
import { NotFound } from '../platform/errors.ts';
import type { Context, Handlers } from '../platform/http/handler.ts';
import { tellThing } from '../platform/live/thing-news.ts';
import {
  brandOf,
  FLOW,
  findOwnTemplate,
  findShipped,
  ICONS,
  listOwnTemplates,
  QUESTION_TEMPLATES,
  SHIPPED,
  shippedFlow,
} from '../templates/index.ts';
import { insertCampaign } from './copy.ts';
import { findCampaign } from './store.ts';

const contains = (text: string, search: string) => text.toLowerCase().includes(search.trim().toLowerCase());

export const handlers: Handlers<typeof calls.templates> = {
  /** The account's own templates first, then the shipped ones. */
  async list({ db, accountId }, { start, search }) {
    const length = PAGE_LIMITS.pageSize;
    const own = await listOwnTemplates(db, accountId, { search: search.trim(), start, length });
    const shipped = SHIPPED.filter(
      ({ name, description }) => contains(name, search) || contains(description, search),
    );
    const from = Math.max(0, start - own.count);
    const to = Math.max(0, start + length - own.count);
    return {
      start,
      templates: [
        ...own.templates.map((template) => ({ ...template, description: '', legacyId: 0, own: true })),
        ...shipped.slice(from, to).map(({ id, name, description, type, icon }) => {
          return { id, name, description, type, icon, legacyId: 0, own: false };
        }),
      ],
    };
  },

  async icons(_context, { search }) {
    return { icons: ICONS.filter(({ name }) => contains(name, search)).map(({ id, svg }) => ({ id, svg })) };
  },

  async createCampaign(context, { template }) {
    const { source, steps } = await sourceOf(context, template);
    const campaign = await transact(context.db, (trx) =>
      insertCampaign(
        trx,
        {
          accountId: context.accountId,
          name: source.name,
          isTemplate: false,
          ...(!findShipped(template) && { madeFrom: template }),
          templateId: template,
          templateType: source.type,
          icon: source.icon,
          at: context.clock.now(),
        },
        steps,
      ),
    );
    return { campaign, name: source.name, templateType: source.type };
  },

  async questionTemplates(_context, { filter }) {
    const found = QUESTION_TEMPLATES.filter(({ name }) => contains(name, filter));
    return {
      templates: found.map(({ id, name, step }) => {
        const { codec } = calls.flow.readStep.reply.step;
        return { id, name, template: JSON.stringify(codec.encode({ step, version: null })) };
      }),
    };
  },

  async saveAsTemplate(context, { campaign, name }) {
    const { db, accountId, clock } = context;
    const template = await transact(db, async (trx) => {
      const source = await findCampaign(trx, accountId, campaign);
      const flow = await readFlow(trx, accountId, campaign, false);
      if (!source || !flow) throw new NotFound();
      const { templateType, icon } = source;
      return insertCampaign(
        trx,
        {
          accountId,
          name,
          isTemplate: true,
          madeFrom: campaign,
          templateId: 0,
          templateType: templateType === FIXED.guidedTemplateType ? templateType : FLOW,
          icon,
          at: clock.now(),
        },
        toFlow(flow).steps,
      );
    });
    tellThing(context, 'template', template);
    return { template };
  },
};

/** What a campaign is made from: a shipped template or one of the account's own. */
async function sourceOf({ db, accountId }: Context, id: number) {
  const shipped = findShipped(id);
  if (shipped) return { source: shipped, steps: shippedFlow(id, await brandOf(db, accountId)).steps };
  const source = await findOwnTemplate(db, accountId, id);
  const flow = source && (await readFlow(db, accountId, id, true));
  if (!source || !flow) throw new NotFound();
  return { source, steps: toFlow(flow).steps };
}
