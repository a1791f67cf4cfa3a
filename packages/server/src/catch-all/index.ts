export { type CatchAllCampaign, catchAllCampaigns, whoIsAnswered } from './choose.ts';
export { answeredStatement, CATCH_ALLS, type CatchAllOfChannel, isAnsweredElsewhere } from './store.ts';
