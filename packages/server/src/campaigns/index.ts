export { cloneCampaign, insertCampaign } from './copy.ts';
export { type Afterwards, campaignDeleted } from './hooks.ts';
export { keywordsByCampaign, putKeyword } from './keyword-store.ts';
export { ACTIVE_BLASTS, countBroken, findCampaign, listCampaigns } from './store.ts';
