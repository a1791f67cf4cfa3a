export { readConnection, replaceSettings } from './connection-store.ts';
export { channelDeleted, hoursChanged, lineChanged } from './hooks.ts';
export {
  type Channel,
  createFirstChannel,
  firstChannel,
  holdChannels,
  listChannels,
  resolveChannel,
} from './store.ts';
