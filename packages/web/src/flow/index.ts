/** What other screens borrow from the Flow Editor. */
export { countWithTokens, countWords, creditWords } from './message-box/mark-up.ts';
export { MessageBox, type MessageBoxProps } from './message-box/message-box.tsx';
export { tagTokens } from './message-box/token-groups.ts';
export { type TokenGroup, TokenMenu } from './message-box/token-menu.tsx';
