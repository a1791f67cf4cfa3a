export { type FeedConsumer, type FeedEvent, startFeedConsumer } from './consumer.ts';
export { feedCte, feedEvents, feedStatement, feedText, type NewContactEvent } from './feed-events.ts';
export { forgetFed } from './forget-fed.ts';
export { mayBeHeard } from './listened-kinds.ts';
export { type FeedConsumerName, setListenedKinds } from './listeners.ts';
