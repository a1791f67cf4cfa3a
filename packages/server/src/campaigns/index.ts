export { cloneCampaign, insertCampaign } from './copy.ts';
export { type Afterwards, campaignDeleted } from './hooks.ts';
export {
  insertFurther,
  keywordHolders,
  keywordsByCampaign,
  putKeyword,
  storeFirstWord,
} from './keyword-store.ts';
export { asShown, keywordTrouble } from './keyword-trouble.ts';
export { findLanguage } from './language-store.ts';
export {
  ACTIVE_BLASTS,
  campaignNames,
  campaignsByName,
  countBroken,
  findCampaign,
  listCampaigns,
  reserveCampaignIds,
} from './store.ts';
