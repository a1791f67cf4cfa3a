export { channelFacts, linkBase, TEXT_ONLY } from './channel-facts.ts';
export { recountClicks } from './clicks.ts';
export { issueShortLinks } from './issue.ts';
