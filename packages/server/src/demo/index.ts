export { type SignIn, seedDemo } from './seed.ts';
