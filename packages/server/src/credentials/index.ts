export { type ApiKey, checkApiKey } from './api-keys.ts';
export { checkCredentials } from './keys.ts';
