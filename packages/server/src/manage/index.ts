export { COMMANDS } from './commands.ts';
export { holdAfterRestore } from './restored.ts';
export { countUnreadable } from './unreadable.ts';
