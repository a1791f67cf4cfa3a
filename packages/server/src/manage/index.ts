export { holdAfterRestore } from './restored.ts';
export { runCommand } from './run-command.ts';
export { countUnreadable } from './unreadable.ts';
