export { exportCampaign } from './export-campaign.ts';
export { importCampaigns } from './import-campaigns.ts';
export { type CampaignPlan, planImport } from './import-plan.ts';
export { readCampaigns, UnusableFile } from './read-campaigns.ts';
