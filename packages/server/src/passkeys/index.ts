export { countPasskeys, deletePasskeys } from './store.ts';
