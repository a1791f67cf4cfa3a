export { COMMANDS, type Command, type LoneCommand, type Printed } from './commands.ts';
export { holdAfterRestore } from './restored.ts';
export { countUnreadable } from './unreadable.ts';
