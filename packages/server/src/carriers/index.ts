export { keepBinds } from './bind-leases.ts';
export {
  type Carrier,
  type InboundText,
  type OutgoingMessage,
  RECEIPT_STATUSES,
  type Receipt,
  type SendResult,
  type WordsOnly,
} from './carrier.ts';
export {
  type ChannelConnections,
  carrierOf,
  channelsElsewhere,
  connectionStates,
  startConnections,
} from './connections.ts';
export { receiptCame, receiptsCame, textCame, textStreamed } from './hooks.ts';
export { readPicture } from './pictures.ts';
export { mayReachHost, NOT_REACHABLE } from './reachable-host.ts';
export { noteText } from './simulator.ts';
export {
  type StoredSettings,
  settingsForMembers,
  shownSettings,
  storedSettings,
  withNewToken,
} from './stored-settings.ts';
export { webhookAddresses } from './webhook-addresses.ts';
