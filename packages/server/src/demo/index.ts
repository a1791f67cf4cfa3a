export { type SignIn, seedWorld } from './seed.ts';
