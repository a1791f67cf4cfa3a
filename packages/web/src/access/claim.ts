import { wordings } from './wordings.ts';
/**
 * What Parley does, in four words: beside the cards of the sign-in, or above them where there is no room
 * beside.
 */
export const CLAIM = wordings.claim.campaignsThatTextBack;
