/** What other screens borrow from blasts. */
export { TagFilterEditor } from './tag-filter-editor.tsx';
