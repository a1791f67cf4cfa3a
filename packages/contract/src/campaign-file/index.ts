/** Files of campaigns: how they are written, read and described. */
export type { CampaignDraft, FileFault, ReadFile } from './draft.ts';
export { CampaignFile, campaignFileSchema, type WrittenFile } from './format.ts';
export { draftTrouble, readCampaignFile } from './read-file.ts';
export { repointSteps } from './repoint.ts';
export { type ExportedCampaign, writeCampaignFile } from './write-file.ts';
