import { FIXED } from '@parley/rules/limits.ts';

type Picked = { id: number; type: number };

/**
 * Where a card of the template picker leads (access-and-reports, section 2.8). `edited`: the route's TEID,
 * when it has one.
 */
export function templateTarget({ id, type }: Picked, edited: string | undefined): string {
  if (edited !== undefined) return `/campaign/edit/${id}/0/${edited}`;
  return type === FIXED.guidedTemplateType ? `/campaign/edit/0/${id}` : `/campaign/editor/0/${id}`;
}

/** Where a campaign goes that was just made from a template of this type. */
export function newCampaignPath(campaign: number, templateType: number): string {
  return templateType === FIXED.guidedTemplateType
    ? `/campaign/edit/${campaign}`
    : `/campaign/editor/${campaign}`;
}
