export { channelFacts, linkBase, TEXT_ONLY } from './channel-facts.ts';
export { recountClicks } from './clicks.ts';
export { issueShortLinks } from './issue.ts';
export { countPeople, peopleByDay, recountPeople } from './people.ts';
export { forgetCodesIn } from './personal-data.ts';
