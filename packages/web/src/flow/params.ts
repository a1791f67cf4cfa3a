import type { Params } from 'react-router';

export type FlowParams = {
  /** 0: none is named. */
  campaign: number;
  /** The template to make a campaign from, 0 for none. */
  template: number;
  /** With TEID the id names a template, which is edited itself. */
  isTemplate: boolean;
};

/** CID, TID and TEID of an editor's address; what is no number counts as absent. */
export function flowParams(params: Readonly<Params<string>>): FlowParams {
  const read = (name: string) => (/^\d{1,15}$/.test(params[name] ?? '') ? Number(params[name]) : 0);
  const edited = read('TEID');
  return { campaign: read('CID') || edited, template: read('TID'), isTemplate: edited > 0 };
}
