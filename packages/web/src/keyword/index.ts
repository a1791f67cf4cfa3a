/** What other screens borrow from Keyword Control: the panel, embedded by a campaign's id. */
export { KeywordPanel } from './keyword-panel.tsx';
