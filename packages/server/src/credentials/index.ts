export { checkCredentials } from './keys.ts';
