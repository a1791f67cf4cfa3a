export { channelFacts, linkBase, TEXT_ONLY } from './channel-facts.ts';
export { recountClicks } from './click-store.ts';
export { issueShortLinks } from './issue-links.ts';
export { forgetCodesIn } from './personal-data.ts';
export { clickersByDay, countClickers, recountClickers } from './unique-clickers.ts';
