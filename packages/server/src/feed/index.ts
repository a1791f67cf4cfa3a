export { type FeedConsumer, type FeedEvent, startFeedConsumer } from './consumer.ts';
export { feedCte, feedEvents, feedStatement, type NewContactEvent } from './feed-events.ts';
export { forgetFed } from './forget-fed.ts';
export { type FeedConsumerName, setListenedKinds } from './listeners.ts';
