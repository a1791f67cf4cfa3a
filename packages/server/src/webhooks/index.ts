export { type LoggedDelivery, type LogPage, listDeliveries } from './delivery-log.ts';
export { type EndpointFields, type EndpointRow, findEndpoint, listEndpoints } from './endpoint-store.ts';
export {
  addEndpoint,
  changeEndpoint,
  removeEndpoint,
  replayAllFailed,
  replayOne,
  rotateSecret,
} from './endpoints.ts';
