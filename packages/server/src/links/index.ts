export { channelFacts, linkBase, SIMULATED, TEXT_ONLY } from './channel-facts.ts';
export { recountClicks } from './click-store.ts';
export { issueLinks } from './issue-links.ts';
export { forgetCodesIn } from './personal-data.ts';
export { preferenceCode, readPreferenceCode } from './preference-code.ts';
export { clickersByDay, countClickers, recountClickers } from './unique-clickers.ts';
