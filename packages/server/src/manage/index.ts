export { COMMANDS, type Command } from './commands.ts';
export { holdAfterRestore } from './restored.ts';
export { countUnreadable } from './unreadable.ts';
